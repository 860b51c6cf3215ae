import { changeLibrary, replaceAll } from './change-library.ts'

const changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  system: [
    ['const _global = [', 'const makeGlobal = () => ['],
    ['return {\n    $$chakra: true', 'let global;\n  return {\n    $$chakra: true'],
    ['    _global,', '    get _global() { return (global ??= makeGlobal()) },'],
  ],
  conditions: [
    ['function keys() {', 'const names = Object.keys(values);\n  function keys() {'],
    ['return Object.keys(values);', 'return names;'],
  ],
  'sort-at-params': [['return a.localeCompare(b);', 'return a < b ? -1 : a > b ? 1 : 0;']],
}

/**
 * Spares a slow phone what the style engine does before a page that came as HTML can be taken over, a third of a second:
 * - it writes all of the theme's global rules, which such a page has (`withoutGlobals` of `ui/theme.ts`): now when read;
 * - it lists its conditions anew for each property of each style: now once;
 * - it sorts media queries as words of the reader's language, whose order the browser has to load: now by their codes.
 */
export const slimChakra = changeLibrary(
  'slim-chakra',
  /\/@chakra-ui\/react\/.*\/styled-system\/([\w-]+)\.js$/,
  Object.fromEntries(Object.entries(changes).map(([file, texts]) => [file, (code) => replaceAll(code, texts)])),
)
