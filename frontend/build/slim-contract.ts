import { type Plugin, Visitor } from 'vite'

const quoted = String.raw`(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")`
const summaries = new RegExp(String.raw`(\bsummary:\s*)${quoted}`, 'g')
const impacts = new RegExp(String.raw`(\bsubject\(\s*${quoted},\s*)${quoted}`, 'g')

/** Removes from the contract what only people and alarms read: what each endpoint does, and what fails with a subject. */
export const slimContract: Plugin = {
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/schema\/api\/[\w-]+\.ts$/.test(id)) return undefined
    return { code: code.replace(summaries, "$1''").replace(impacts, "$1''"), map: null }
  },
}

const ownEndpoint = /const endpoint = \(spec\) => spec;/
/** `make` is called once, by the first who reads anything. */
const lazyEndpoint = [
  'const endpoint = (make) => {',
  '  let made',
  '  const get = (_, name) => (made ??= make())[name]',
  '  const has = (_, name) => name in (made ??= make())',
  '  const ownKeys = () => Reflect.ownKeys(made ??= make())',
  '  const getOwnPropertyDescriptor = (_, name) => Reflect.getOwnPropertyDescriptor(made ??= make(), name)',
  '  return new Proxy({}, { get, has, ownKeys, getOwnPropertyDescriptor })',
  '};',
].join('\n')

const lazySchema = 'virtual:lazy-schema'
/** Stands for a schema, which is made when somebody first asks it anything; its methods are called on itself. */
const lazySchemaCode = `
export const lazySchema = (make) => {
  let made
  const get = (_, name) => (made ??= make())[name]
  const has = (_, name) => name in (made ??= make())
  const getPrototypeOf = () => Reflect.getPrototypeOf(made ??= make())
  return new Proxy({}, { get, has, getPrototypeOf })
}
`

/**
 * Makes schemas when they are first used: `const Name = z.object(…)` becomes `const Name = lazySchema(() => z.object(…))`.
 * A page brings along what the server stores and what other pages are told, some two hundred of them, and reads ten.
 */
export const lazySchemas: Plugin = {
  name: 'lazy-schemas',
  apply: 'build',
  resolveId: (id) => (id === lazySchema ? id : undefined),
  load: (id) => (id === lazySchema ? { code: lazySchemaCode, moduleSideEffects: false } : undefined),
  transform(code, id) {
    if (!/\/schema\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(id)) return undefined
    let lazy = ''
    let done = 0
    for (const statement of this.parse(code).body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue
      for (const { id: name, init } of declared.declarations) {
        // Only schemas are called as types are.
        if (name.type !== 'Identifier' || !/^[A-Z]/.test(name.name) || init?.type !== 'CallExpression') continue
        lazy += `${code.slice(done, init.start)}/* @__PURE__ */ lazySchema(() => ${code.slice(init.start, init.end)})`
        done = init.end
      }
    }
    if (done === 0) return undefined
    return { code: `import { lazySchema } from '${lazySchema}'\n${lazy}${code.slice(done)}`, map: null }
  },
}

/**
 * Makes endpoints when they are first asked for: `endpoint({ … })` becomes `endpoint(() => ({ … }))`. With a subject's
 * endpoints a page brings some fifty along, each with its schemas, and calls three.
 */
export const lazyContract: Plugin = {
  name: 'lazy-contract',
  apply: 'build',
  transform(code, id) {
    if (!/\/schema\/api\/[\w-]+\.ts$/.test(id)) return undefined
    if (id.endsWith('/endpoint.ts')) {
      if (!ownEndpoint.test(code)) throw new Error(`${id} has no endpoint that this plugin knows: look at it again.`)
      return { code: code.replace(ownEndpoint, lazyEndpoint), map: null }
    }
    let lazy = ''
    let done = 0
    new Visitor({
      CallExpression({ callee, arguments: [literal] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || !literal) return
        lazy += `${code.slice(done, literal.start)}() => (${code.slice(literal.start, literal.end)})`
        done = literal.end
      },
    }).visit(this.parse(code))
    return { code: lazy + code.slice(done), map: null }
  },
}
