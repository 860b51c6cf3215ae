import { changeLibrary, replaceAll } from './change-library.ts'

const exported = /^export (?:function|const) (\w+)/gm
const formatMethod = /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?\n/gm

/** A module of the same names that does nothing. */
const emptied = (code: string): string => {
  const names = [...code.matchAll(exported)].map(([, name]) => name)
  if (names.length === 0) throw new Error('It exports nothing.')
  const lines = names.map((name) => `export const ${name} = nothing`)
  return ['const nothing = () => undefined', ...lines, 'export { nothing as process }'].join('\n')
}

/** Of the methods that every schema has; those of one kind are fewer, and stay with it. */
const manyMembers = 20
/** The methods once, where the prototypes of thirty kinds find them, instead of a property of each on each of them. */
const sharedMembers = `
const sharedBy = new WeakMap()
const installShared = (prototype, members) => {
  if (Object.keys(members).length < ${manyMembers} || Object.getPrototypeOf(prototype) !== Object.prototype)
    return installMembers(prototype, members)
  let shared = sharedBy.get(members)
  if (!shared) {
    sharedBy.set(members, (shared = {}))
    installMembers(shared, members)
  }
  Object.setPrototypeOf(prototype, shared)
}
`

/**
 * Removes the parts of Zod that no page calls but every visitor would load, 11 kB gzipped:
 * - converting a schema to JSON schema (`docs/openapi.json` is made in Node);
 * - its own error messages (`schema/sentences.ts` has the contract's);
 * - the support for cyclic values, which JSON cannot hold;
 * - the deprecated string methods such as `z.string().email()` for `z.email()`, each of which stays.
 *
 * What stays begins sooner: a third of the time of a page's first schemas went into their methods.
 */
export const slimZod = changeLibrary('slim-zod', /\/zod\/v4\/((?:core|classic)\/[\w-]+)\.js$/, {
  'core/core': (code) =>
    `${replaceAll(code, [['installMembers(target, protoMembers)', 'installShared(target, protoMembers)']])}${sharedMembers}`,
  'core/to-json-schema': emptied,
  'core/json-schema-processors': emptied,
  'classic/schemas': (code) => {
    const slim = code.replace(formatMethod, '')
    if (slim === code) throw new Error('It has no methods for formats.')
    return replaceAll(slim, [
      ['core.config(en())', ''],
      ['core.config({ memoizer: core.memoizer() })', ''],
    ])
  },
})
