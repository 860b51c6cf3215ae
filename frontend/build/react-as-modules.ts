import { changeLibrary, replaceAll } from './change-library.ts'

/** `exports.a`, which one place writes, or one of two, and others read. */
const exported = /\bexports\.(\w+)/g
/** `React = require("react")`, among other declarations. */
const required = /(\w+) = require\("([\w/-]+)"\)/g

/**
 * What a file writes into its `exports`, and what it reads by `require`, in the words of a module.
 * @param alsoRead Names that others read of it though it does not have them.
 */
const asModule =
  (alsoRead: readonly string[] = []) =>
  (code: string): string => {
    const names = [...new Set([...[...code.matchAll(exported)].map(([, name = '']) => name), ...alsoRead])]
    const imports = [...code.matchAll(required)].map(([, name, from]) => `import * as ${name} from '${from}'`)
    return [
      ...imports,
      `let ${names.map((name) => `export_${name}`).join(', ')}`,
      code.replace(exported, 'export_$1').replace(required, 'required_$1 = $1'),
      `export { ${names.map((name) => `export_${name} as ${name}`).join(', ')} }`,
      `export default { ${names.map((name) => `${name}: export_${name}`).join(', ')} }`,
    ].join('\n')
  }

/** In place of what chooses between a file for developers and this one. */
const entry = (file: string) => () => `export * from '${file}'\nexport { default } from '${file}'`

/**
 * React as modules. It is written for `require`, for which the bundler keeps helpers in a file of their own: one more
 * that every page asks for, and each use of React in each file reads from an object.
 */
export const reactAsModules = [
  changeLibrary(
    'react-as-modules',
    /\/node_modules\/((?:react|react-dom|scheduler|use-sync-external-store)\/.+)\.js$/,
    {
      'react/index': entry('./cjs/react.production.js'),
      'react/cjs/react.production': asModule(),
      'react/jsx-runtime': entry('./cjs/react-jsx-runtime.production.js'),
      'react/cjs/react-jsx-runtime.production': asModule(),
      'react-dom/index': entry('./cjs/react-dom.production.js'),
      'react-dom/cjs/react-dom.production': asModule(),
      'react-dom/client': entry('./cjs/react-dom-client.production.js'),
      'react-dom/cjs/react-dom-client.production': asModule(),
      'scheduler/index': entry('./cjs/scheduler.production.js'),
      // Of React's own tests, in which another scheduler stands here.
      'scheduler/cjs/scheduler.production': asModule(['log', 'unstable_setDisableYieldValue']),
      // React has had it since version 18.
      'use-sync-external-store/shim/index': () => `export { useSyncExternalStore } from 'react'`,
      'use-sync-external-store/shim/with-selector': entry(
        '../cjs/use-sync-external-store-shim/with-selector.production.js',
      ),
      'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production': asModule(),
    },
  ),
  // Asked for by its name as a text, React is kept whole, as an object that helpers make.
  changeLibrary('react-by-name', /\/@ark-ui\/react\/dist\/utils\/(react-activity)\.js$/, {
    'react-activity': (code) => replaceAll(code, [['= getActivity(React)', '= React.Activity']]),
  }),
]
