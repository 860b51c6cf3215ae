import * as z from 'zod'

export type Json = z.infer<ReturnType<typeof z.json>>

const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.json()).default({}),
  Metadata: z.record(z.string(), z.json()).default({}),
})

const Template = z.looseObject({
  Resources: z.record(z.string(), Resource).default({}),
  Parameters: z.record(z.string(), z.looseObject({ Default: z.json().optional() })).default({}),
  Conditions: z.record(z.string(), z.json()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.json()))).default({}),
  Outputs: z
    .record(z.string(), z.looseObject({ Value: z.json(), Export: z.looseObject({ Name: z.json() }).optional() }))
    .default({}),
})
type Template = z.output<typeof Template>

/** One resource with the names that CloudFormation would know it by. */
export type Resource = {
  readonly stack: string
  readonly id: string
  readonly type: string
  readonly properties: Readonly<Record<string, Json>>
  readonly metadata: Readonly<Record<string, Json>>
}

export type Stacks = {
  readonly templates: ReadonlyMap<string, Template>
  readonly resources: readonly Resource[]
  find(stack: string, id: string): Resource | undefined
}

/** Reads synthesized CloudFormation templates, by stack name. */
export const readStacks = (templates: Readonly<Record<string, unknown>>): Stacks => {
  const parsed = new Map(Object.entries(templates).map(([stack, template]) => [stack, Template.parse(template)]))
  const resources = [...parsed].flatMap(([stack, template]) =>
    Object.entries(template.Resources).map(([id, { Type, Properties, Metadata }]) => ({
      stack,
      id,
      type: Type,
      properties: Properties,
      metadata: Metadata,
    })),
  )
  return {
    templates: parsed,
    resources,
    find: (stack, id) => resources.find((resource) => resource.stack === stack && resource.id === id),
  }
}
