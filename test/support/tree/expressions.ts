import { parseAst } from 'rolldown/parseAst'
import { textOf } from './files.ts'

export type Expression = { readonly place: string; readonly source: string; readonly flags: string }

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textIn = (value: unknown, name: string): string => {
  const found = isNode(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

/**
 * The regular expressions that a file writes out. One that is put together as text cannot be read here, so a file that
 * calls `RegExp` has an expression with the source `RegExp`.
 */
export const expressionsIn = (path: string): Expression[] => {
  const found: Expression[] = []
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Literal' && isNode(node.regex))
      found.push({ place: path, source: textIn(node.regex, 'pattern'), flags: textIn(node.regex, 'flags') })
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isMade && textIn(node.callee, 'name') === 'RegExp') found.push({ place: path, source: 'RegExp', flags: '' })
    for (const value of Object.values(node)) walk(value)
  }
  walk(parseAst(textOf(path), { lang: 'ts' }))
  return found
}

/** Every `pattern` of a JSON schema, the contract's for example: those that the schema library brings along too. */
export const patternsIn = (schema: unknown, place: string): Expression[] => {
  if (!isNode(schema)) return []
  const own = typeof schema.pattern === 'string' ? [{ place, source: schema.pattern, flags: 'u' }] : []
  return [...own, ...Object.values(schema).flatMap((value) => patternsIn(value, place))]
}
