import { parseAst } from 'rolldown/parseAst'
import { textOf } from './files.ts'

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The texts that a file writes out: strings, and of templates each piece between two values. Texts of JSX elements are not. */
export const literalsIn = (path: string): string[] => {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    if (node.type === 'TemplateElement' && isNode(node.value) && typeof node.value.cooked === 'string')
      found.push(node.value.cooked)
    for (const value of Object.values(node)) walk(value)
  }
  walk(parseAst(textOf(path), { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}
