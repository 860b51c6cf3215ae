/** What a form-encoded body or query decodes to: Stripe's `a[b][0]=c` notation. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

type Branch = Map<string, Branch | string>

const MAX_DEPTH = 8

/** Decodes `application/x-www-form-urlencoded` text; a later value for the same name wins. */
export const decodeForm = (text: string): Form => {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    if (path.length <= MAX_DEPTH) place(root, path, value)
  }
  return Object.fromEntries([...root].map(([name, branch]) => [name, plain(branch)]))
}

const pathOf = (name: string) => {
  const open = name.indexOf('[')
  if (open <= 0) return [name]
  const rest = name.slice(open)
  return [name.slice(0, open), ...[...rest.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')]
}

const place = (branch: Branch, [head = '', ...rest]: readonly string[], value: string) => {
  const name = head === '' ? String(branch.size) : head
  if (rest.length === 0) {
    branch.set(name, value)
    return
  }
  const below = branch.get(name)
  const next: Branch = below instanceof Map ? below : new Map()
  branch.set(name, next)
  place(next, rest, value)
}

const plain = (branch: Branch | string): FormValue => {
  if (typeof branch === 'string') return branch
  const names = [...branch.keys()]
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  if (isList) {
    return [...branch].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => plain(value))
  }
  return Object.fromEntries([...branch].map(([name, value]) => [name, plain(value)]))
}

/** `['line_items', 0, 'price']` as Stripe names it: `line_items[0][price]`. */
export const paramName = (path: readonly PropertyKey[]) =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
