import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { PropertyType, ResourceProperties } from '@aws-cdk/service-spec-types'
import * as z from 'zod'
import type { Resource } from './templates.ts'

const spec = loadAwsServiceSpecSync()
const typesByName = new Map(spec.all('resource').map((resource) => [resource.cloudFormationType, resource]))

const Fields = z.record(z.string(), z.unknown())
const List = z.array(z.unknown())

/** What is known only while deploying: `Ref`, `Fn::GetAtt` and their like. */
const isIntrinsic = (value: unknown): boolean => {
  const fields = Fields.safeParse(value)
  const [name = '', ...others] = Object.keys(fields.data ?? {})
  return fields.success && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))
}

/** CloudFormation takes numbers and truths as texts too; a JSON text is not JSON of another type, so `json` is anything. */
const fits = (type: PropertyType, value: unknown, path: string): string[] => {
  if (isIntrinsic(value)) return []
  const wrong = (wanted: string) => [`${path} is ${JSON.stringify(value)?.slice(0, 60)}, not ${wanted}`]
  switch (type.type) {
    case 'string':
      if (typeof value !== 'string') return wrong('a text')
      return type.allowedValues && !type.allowedValues.includes(value) ? wrong(type.allowedValues.join(' | ')) : []
    case 'number':
      return Number.isFinite(Number(value)) && value !== '' ? [] : wrong('a number')
    case 'integer':
      if (!Number.isInteger(Number(value)) || value === '') return wrong('a whole number')
      return type.allowedValues && !type.allowedValues.includes(Number(value))
        ? wrong(type.allowedValues.join(' | '))
        : []
    case 'boolean':
      return [true, false, 'true', 'false'].some((known) => known === value) ? [] : wrong('true or false')
    case 'date-time':
      return typeof value === 'string' ? [] : wrong('a time')
    case 'tag':
      return propertiesFit(
        { Key: { type: { type: 'string' }, required: true }, Value: { type: { type: 'string' }, required: true } },
        value,
        path,
      )
    case 'array': {
      const list = List.safeParse(value)
      return list.success
        ? list.data.flatMap((each, at) => fits(type.element, each, `${path}[${at}]`))
        : wrong('a list')
    }
    case 'map': {
      const fields = Fields.safeParse(value)
      if (!fields.success) return wrong('a map')
      return Object.entries(fields.data).flatMap(([name, each]) => fits(type.element, each, `${path}.${name}`))
    }
    case 'union': {
      const tries = type.types.map((each) => fits(each, value, path))
      return tries.some((problems) => problems.length === 0)
        ? []
        : (tries.toSorted((a, b) => a.length - b.length)[0] ?? [])
    }
    case 'ref':
      return propertiesFit(spec.get('typeDefinition', type.reference).properties, value, path)
    default:
      return []
  }
}

const propertiesFit = (known: ResourceProperties, value: unknown, path: string): string[] => {
  const fields = Fields.safeParse(value)
  if (!fields.success) return [`${path} is not an object`]
  const missing = Object.entries(known).filter(([name, { required }]) => required === true && !(name in fields.data))
  return [
    ...missing.map(([name]) => `${path}.${name} is missing`),
    ...Object.entries(fields.data).flatMap(([name, inner]) => {
      const property = known[name]
      if (!property) return [`${path}.${name} is not known`]
      const problems = [property.type, ...(property.previousTypes ?? [])].map((type) =>
        fits(type, inner, `${path}.${name}`),
      )
      return problems.find((each) => each.length === 0) ?? problems[0] ?? []
    }),
  ]
}

/** How a resource differs from what CloudFormation says of its type: unknown, missing and mistyped properties, values. */
export const schemaProblems = ({ Type, Properties, id, stack }: Resource): string[] => {
  // A resource of a function of the CDK: its properties are that function's business.
  if (Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource') return []
  const known = typesByName.get(Type)
  return known ? propertiesFit(known.properties, Properties, `${stack} ${id}`) : [`${stack} ${id}: no type ${Type}`]
}
