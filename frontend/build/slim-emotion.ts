import { changeLibrary, replaceAll } from './change-library.ts'

/** Leaves out what writes rules for old browsers, in whose place the site has its own (`ui/styles.ts`). */
export const slimEmotion = changeLibrary(
  'slim-emotion',
  /\/@emotion\/cache\/dist\/(emotion-cache\.browser)\.esm\.js$/,
  {
    'emotion-cache.browser': (code) =>
      replaceAll(code, [['var defaultStylisPlugins = [prefixer];', 'var defaultStylisPlugins = [];']]),
  },
)
