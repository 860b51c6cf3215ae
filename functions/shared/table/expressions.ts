import type { Check, Expectation, Query, Scalar, Update } from './writes.ts'
import { tableShape } from './writes.ts'

type Names = Record<string, string>
type Values = Record<string, unknown>

/** Collects placeholders for names and values while an expression is written. */
const placeholders = () => {
  const names: Names = {}
  const values: Values = {}
  return {
    name: (path: string) =>
      path
        .split('.')
        .map((part) => {
          const known = Object.entries(names).find(([, name]) => name === part)?.[0]
          if (known) return known
          const placeholder = `#n${Object.keys(names).length}`
          names[placeholder] = part
          return placeholder
        })
        .join('.'),
    value: (value: unknown) => {
      const placeholder = `:v${Object.keys(values).length}`
      values[placeholder] = value
      return placeholder
    },
    names: () => (Object.keys(names).length > 0 ? names : undefined),
    values: () => (Object.keys(values).length > 0 ? values : undefined),
  }
}
type Placeholders = ReturnType<typeof placeholders>

const comparisons = { equal: '=', different: '<>', below: '<', atMost: '<=', above: '>', atLeast: '>=' } as const

const checkExpression = (path: string, check: Check, use: Placeholders): string => {
  const name = use.name(path)
  switch (check.op) {
    case 'absent':
      return `attribute_not_exists(${name})`
    case 'present':
      return `attribute_exists(${name})`
    case 'oneOf':
      return `${name} IN (${check.values.map((value) => use.value(value)).join(', ')})`
    case 'absentOr':
      return `(attribute_not_exists(${name}) OR ${checkExpression(path, check.check, use)})`
    default:
      return `${name} ${comparisons[check.op]} ${use.value(check.value)}`
  }
}

const isCheck = (expected: Scalar | Check): expected is Check => typeof expected === 'object' && expected !== null
export const asCheck = (expected: Scalar | Check): Check =>
  isCheck(expected) ? expected : { op: 'equal', value: expected }

const conditionExpression = (when: Expectation, use: Placeholders): string | undefined => {
  if (when === 'always') return undefined
  if (when === 'absent') return `attribute_not_exists(${use.name(tableShape.key.partition)})`
  if (when === 'present') return `attribute_exists(${use.name(tableShape.key.partition)})`
  return Object.entries(when)
    .map(([path, expected]) => checkExpression(path, asCheck(expected), use))
    .join(' AND ')
}

export const conditionParts = (when: Expectation) => {
  const use = placeholders()
  const ConditionExpression = conditionExpression(when, use)
  return {
    ConditionExpression,
    ExpressionAttributeNames: use.names(),
    ExpressionAttributeValues: use.values(),
  }
}

export const updateParts = ({ set = {}, add = {}, remove = [], when }: Update) => {
  const use = placeholders()
  const clauses = [
    [
      'SET',
      Object.entries(set)
        .filter(([, value]) => value !== undefined)
        .map(([path, value]) => `${use.name(path)} = ${use.value(value)}`),
    ],
    // DynamoDB adds to top-level attributes only.
    ['ADD', Object.entries(add).map(([path, amount]) => `${use.name(path)} ${use.value(amount)}`)],
    ['REMOVE', remove.map((path) => use.name(path))],
  ] as const
  const UpdateExpression = clauses
    .filter(([, parts]) => parts.length > 0)
    .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
    .join(' ')
  const ConditionExpression = conditionExpression(when, use)
  return {
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: use.names(),
    ExpressionAttributeValues: use.values(),
  }
}

export const queryParts = ({ index, partition, sort }: Query) => {
  const use = placeholders()
  const keys = index ? tableShape.indexes[index] : tableShape.key
  const clauses = [`${use.name(keys.partition)} = ${use.value(partition)}`]
  if (sort) {
    const name = use.name(keys.sort)
    if ('beginsWith' in sort) clauses.push(`begins_with(${name}, ${use.value(sort.beginsWith)})`)
    else if ('between' in sort)
      clauses.push(`${name} BETWEEN ${use.value(sort.between[0])} AND ${use.value(sort.between[1])}`)
    else if ('atLeast' in sort) clauses.push(`${name} >= ${use.value(sort.atLeast)}`)
    else if ('atMost' in sort) clauses.push(`${name} <= ${use.value(sort.atMost)}`)
    else if ('above' in sort) clauses.push(`${name} > ${use.value(sort.above)}`)
    else clauses.push(`${name} < ${use.value(sort.below)}`)
  }
  return {
    KeyConditionExpression: clauses.join(' AND '),
    ExpressionAttributeNames: use.names(),
    ExpressionAttributeValues: use.values(),
  }
}
