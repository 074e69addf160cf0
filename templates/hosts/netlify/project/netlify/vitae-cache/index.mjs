// A build plugin for Netlify: keeps `.vitae`, with the program and the results of earlier builds, from one
// build to the next.
const DIRECTORY = '.vitae';

export const onPreBuild = async ({ utils }) => {
  const isRestored = await utils.cache.restore(DIRECTORY);
  console.log(isRestored ? `restored ${DIRECTORY}` : `the cache has no ${DIRECTORY} yet`);
};

// Runs after a failed build, too: the next one need not get the program again.
export const onEnd = async ({ utils }) => {
  await utils.cache.save(DIRECTORY);
};
