// Registers the format of profiles, and starts Sveltia CMS.
import { format } from "./format.js";
const { collections } = await (await fetch("config.json")).json();
CMS.registerCustomFormat("vitae", "yaml", format(collections[0].fields));
CMS.init();
