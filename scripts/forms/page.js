// Registers the format of profiles, and starts Sveltia CMS.
import { format } from "./format.js";
const configuration = await (await fetch("config.json")).json();
CMS.registerCustomFormat("vitae", "yaml", format(configuration.collections[0].fields));
CMS.init();
