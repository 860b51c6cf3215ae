import * as z from 'zod'
import type { StageName } from '#lib/stage.ts'
import { synthesizeTemplates, type Template } from '#lib/synthesize.ts'

const TemplateBody = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      Metadata: z.record(z.string(), z.unknown()).default({}),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
    }),
  ),
})

export type Resource = z.output<typeof TemplateBody>['Resources'][string] & { stack: string; id: string }

/** Every resource of these templates. */
export const resourcesIn = (templates: readonly Template[]): Resource[] =>
  templates.flatMap(({ stackName, template }) =>
    Object.entries(TemplateBody.parse(template).Resources).map(([id, resource]) => ({
      ...resource,
      stack: stackName,
      id,
    })),
  )

const known = new Map<StageName, Resource[]>()

/** Every resource of a stage, over all its stacks; synthesized once a test file. */
export const resourcesOf = (stage: StageName = 'prod'): Resource[] => {
  const made = known.get(stage)
  if (made) return made
  const resources = resourcesIn(synthesizeTemplates(stage))
  known.set(stage, resources)
  return resources
}

export const ofType = (type: string, stage: StageName = 'prod'): Resource[] =>
  resourcesOf(stage).filter((resource) => resource.Type === type)

/** The only resource of a type. @throws when there are more, or none. */
export const only = (type: string, stage: StageName = 'prod'): Resource => onlyIn(resourcesOf(stage), type)

/** The only one of a type among these. @throws when there are more, or none. */
export const onlyIn = (resources: readonly Resource[], type: string): Resource => {
  const [first, ...more] = resources.filter((resource) => resource.Type === type)
  if (!first || more.length > 0) throw new Error(`${more.length + (first ? 1 : 0)} resources are ${type}.`)
  return first
}

/** The one whose logical id begins so. @throws when there is none. */
export const named = (type: string, start: string, stage: StageName = 'prod'): Resource => {
  const found = ofType(type, stage).find(({ id }) => id.startsWith(start))
  if (!found) throw new Error(`No ${type} is called ${start}…; there are ${ofType(type, stage).map(({ id }) => id)}.`)
  return found
}

/** What lies at a path of names and numbers ("Policy.Statement.0"); `undefined` where it ends early. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((here, step) => {
    const inner = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).safeParse(here)
    if (!inner.success) return undefined
    return Array.isArray(inner.data) ? inner.data[Number(step)] : inner.data[step]
  }, value)

/** A property of a resource by its path. */
export const property = (resource: Resource, path: string): unknown => at(resource.Properties, path)

/** What lies at a path, as a list. */
export const listAt = (value: unknown, path: string): unknown[] => z.array(z.unknown()).parse(at(value, path) ?? [])

/** A value of a template as text in which references can be searched. */
export const text = (value: unknown): string => JSON.stringify(value) ?? ''
