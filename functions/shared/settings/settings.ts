import type * as z from 'zod'
import { localSettings, type SettingName, settings } from '#schema/settings.ts'

type Values<S extends Record<string, z.ZodType>> = { [N in keyof S]: z.output<S[N]> }
type Parsers<V> = { readonly [N in keyof V]: z.ZodType<V[N]> }
const parsers: Parsers<Values<typeof settings>> = settings
const localParsers: Parsers<Values<typeof localSettings>> = localSettings

/**
 * One setting of this function, parsed. Read where it is used, never at import: a function needs only what it was granted.
 * @throws when it is absent or malformed, naming the setting: a deployment mistake.
 */
export const setting = <N extends SettingName>(name: N): Values<typeof settings>[N] => read(name, parsers[name])

/** A setting that only the local system supplies; its default in the cloud. */
export const localSetting = <N extends keyof typeof localSettings>(name: N): Values<typeof localSettings>[N] =>
  read(name, localParsers[name])

const read = <T>(name: string, schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(process.env[name])
  if (!parsed.success) throw new Error(`The setting ${name} is missing or malformed; which construct grants it?`)
  return parsed.data
}
