import type { Json, Resource, Stacks } from './stacks.ts'

export type Resolve = (stack: string, value: Json | undefined) => Json

/** What a resource is called locally: the answers to `Ref` and to `Fn::GetAtt`. */
export type LocalNames = (
  resource: Resource,
  resolve: Resolve,
) => { ref: string; attributes: Readonly<Record<string, string>> }

const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: Json): string => (typeof value === 'string' ? value : value === null ? '' : String(value))
const list = (value: Json): Json[] => (Array.isArray(value) ? value : [value])

/** Marks what `AWS::NoValue` removes from the object or list that holds it. */
const absent = '\u0000absent'

/**
 * Works out CloudFormation's functions over several stacks, exports included. What has no local counterpart (an ARN of
 * a certificate, say) becomes a name made of its ids, so that it can be passed around but reaches nothing.
 */
export const resolver = (
  { templates, find }: Stacks,
  { names, region, account }: { names: LocalNames; region: string; account: string },
): Resolve => {
  const pseudo = (stack: string): Record<string, string> => ({
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${stack}/local`,
    'AWS::NoValue': absent,
  })

  const exported = (name: string): Json => {
    for (const [stack, { Outputs }] of templates)
      for (const { Value, Export } of Object.values(Outputs))
        if (Export && text(resolve(stack, Export.Name)) === name) return resolve(stack, Value)
    throw new Error(`No stack exports "${name}"`)
  }

  const ref = (stack: string, id: string): Json => {
    const known = pseudo(stack)[id]
    if (known !== undefined) return known
    const resource = find(stack, id)
    if (resource) return names(resource, resolve).ref
    const parameter = templates.get(stack)?.Parameters[id]
    if (parameter) return parameter.Default ?? ''
    throw new Error(`${stack} refers to "${id}", which it does not have`)
  }

  const attribute = (stack: string, id: string, name: string): Json => {
    const resource = find(stack, id)
    if (!resource) throw new Error(`${stack} refers to "${id}", which it does not have`)
    return names(resource, resolve).attributes[name] ?? `${id}.${name}`
  }

  const substituted = (stack: string, argument: Json): string => {
    const [template, given] = Array.isArray(argument) ? argument : [argument]
    return text(template ?? '').replaceAll(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      if (isObject(given) && given[name] !== undefined) return text(resolve(stack, given[name]))
      const [id = '', ...path] = name.split('.')
      return text(path.length > 0 ? attribute(stack, id, path.join('.')) : ref(stack, id))
    })
  }

  const holds = (stack: string, condition: Json | undefined): boolean => {
    if (!isObject(condition)) return condition === true || condition === 'true'
    const [name, argument] = Object.entries(condition)[0] ?? []
    const parts = list(argument ?? null)
    switch (name) {
      case 'Condition':
        return holds(stack, templates.get(stack)?.Conditions[text(argument ?? '')])
      case 'Fn::Equals':
        return text(resolve(stack, parts[0])) === text(resolve(stack, parts[1]))
      case 'Fn::Not':
        return !holds(stack, parts[0])
      case 'Fn::And':
        return parts.every((part) => holds(stack, part))
      case 'Fn::Or':
        return parts.some((part) => holds(stack, part))
      default:
        return false
    }
  }

  const call = (stack: string, name: string, argument: Json): Json | undefined => {
    const argumentList = () => list(resolve(stack, argument))
    switch (name) {
      case 'Ref':
        return ref(stack, text(argument))
      case 'Fn::GetAtt': {
        const [id = '', ...path] = Array.isArray(argument) ? argument.map(text) : text(argument).split('.')
        return attribute(stack, id, path.join('.'))
      }
      case 'Fn::Join': {
        const [separator, parts] = Array.isArray(argument) ? argument : []
        return list(resolve(stack, parts))
          .map(text)
          .join(text(separator ?? ''))
      }
      case 'Fn::Sub':
        return substituted(stack, argument)
      case 'Fn::ImportValue':
        return exported(text(resolve(stack, argument)))
      case 'Fn::Select': {
        const [index, from] = argumentList()
        return list(from ?? [])[Number(index)] ?? ''
      }
      case 'Fn::Split': {
        const [separator, from] = argumentList()
        return text(from ?? '').split(text(separator ?? ''))
      }
      case 'Fn::FindInMap': {
        const [map, first, second] = argumentList().map(text)
        return templates.get(stack)?.Mappings[map ?? '']?.[first ?? '']?.[second ?? ''] ?? ''
      }
      case 'Fn::Base64':
        return Buffer.from(text(resolve(stack, argument))).toString('base64')
      case 'Fn::GetAZs':
        return [`${region}a`, `${region}b`]
      case 'Fn::If': {
        const [condition, yes, no] = Array.isArray(argument) ? argument : []
        return resolve(stack, holds(stack, { Condition: condition ?? '' }) ? yes : no)
      }
      default:
        return undefined
    }
  }

  const resolve: Resolve = (stack, value) => {
    if (value === undefined) return null
    if (Array.isArray(value)) return value.map((item) => resolve(stack, item)).filter((item) => item !== absent)
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    const [only] = entries
    if (entries.length === 1 && only) {
      const result = call(stack, only[0], only[1])
      if (result !== undefined) return result
    }
    return Object.fromEntries(
      entries.map(([key, item]) => [key, resolve(stack, item)]).filter(([, item]) => item !== absent),
    )
  }
  return resolve
}
