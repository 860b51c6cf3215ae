import { fileURLToPath } from 'node:url'
import { changeLibrary, replaceAll } from './change-library.ts'

const plainTokens = fileURLToPath(new URL('../src/ui/plain-tokens.ts', import.meta.url))

const changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  system: [
    ['const _global = [', 'const makeGlobal = () => ['],
    ['return {\n    $$chakra: true', 'let global;\n  return {\n    $$chakra: true'],
    ['    _global,', '    get _global() { return (global ??= makeGlobal()) },'],
    ['const query = {', 'const makeQuery = () => ({'],
    [
      'breakpoints: basicQuery(theme.breakpoints ?? EMPTY_OBJECT)\n  };',
      'breakpoints: basicQuery(theme.breakpoints ?? EMPTY_OBJECT)\n  });',
    ],
    ['isSlotRecipe,\n    query\n', 'isSlotRecipe\n'],
    [
      "import { createTokenDictionary } from './token-dictionary.js';",
      [
        "import { createTokenDictionary } from './token-dictionary.js';",
        "import { cssVar } from './css-var.js';",
        "import { calc } from './calc.js';",
        `import { plainTokens } from ${JSON.stringify(plainTokens)};`,
      ].join('\n'),
    ],
    [
      'const tokens = createTokenDictionary({',
      'const tokens = plainTokens(createTokenDictionary, cssVar, calc.negate, {',
    ],
    [
      'const tokenMap = getTokenMap(tokens);',
      'let map;\n  const tokenMap = { get: (path) => (map ??= getTokenMap(tokens)).get(path) };',
    ],
  ],
  utility: [
    ['    assignColorPaletteProperty();\n', ''],
    ['    assignPropertyTypes();\n', ''],
    ['    assignPropertyType(property, config);\n', ''],
  ],
  'token-middleware': [['  addVirtualPalette,\n  addPixelUnit,\n', '']],
  'token-transforms': [['  addConditionalCssVariables,\n  addColorPalette\n', '  addConditionalCssVariables\n']],
  'token-dictionary': [['      buildColorPalette(token);\n', '']],
  conditions: [
    ['function keys() {', 'const names = Object.keys(values);\n  function keys() {'],
    ['return Object.keys(values);', 'return names;'],
  ],
  'sort-at-params': [['return a.localeCompare(b);', 'return a < b ? -1 : a > b ? 1 : 0;']],
}

/**
 * Spares a slow phone what the style engine does before a page that came as HTML can be taken over, a third of a second:
 * - it writes all of the theme's global rules, which such a page has (`withoutGlobals` of `ui/theme.ts`): now when read;
 * - it makes an object of each token, with all that a theme could ask of it: now when something else than a name is
 *   asked (`ui/plain-tokens.ts`);
 * - it has palettes, sizes in pixels and lists of each property's values, for themes and editors: nothing here uses them;
 * - it lists its conditions anew for each property of each style: now once;
 * - it sorts media queries as words of the reader's language, whose order the browser has to load: now by their codes.
 */
export const slimChakra = changeLibrary(
  'slim-chakra',
  /\/@chakra-ui\/react\/.*\/styled-system\/([\w-]+)\.js$/,
  Object.fromEntries(Object.entries(changes).map(([file, texts]) => [file, (code) => replaceAll(code, texts)])),
)
