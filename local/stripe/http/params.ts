import * as z from 'zod'
import { type ErrorBody, StripeFailure } from './errors.ts'
import { type Form, paramName } from './form.ts'

// Parameters arrive as text. Codes: https://docs.stripe.com/error-codes
type Refinement = { addIssue(issue: { code: 'custom'; message: string; params?: { stripe: string } }): void }

const refuse = (context: Refinement, message: string, code?: string) => {
  context.addIssue({ code: 'custom', message, ...(code ? { params: { stripe: code } } : {}) })
  return z.NEVER
}

export const text = (maxLength = 5000) => z.string().min(1).max(maxLength)

export const integer = ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.string().transform((value, context) => {
    const number = Number(value)
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      return refuse(context, `Invalid integer: ${value}`, 'parameter_invalid_integer')
    }
    if (number < min) {
      return refuse(context, `This value must be greater than or equal to ${min}.`, 'parameter_invalid_integer')
    }
    if (number > max) {
      return refuse(context, `This value must be less than or equal to ${max}.`, 'parameter_invalid_integer')
    }
    return number
  })

export const flag = () =>
  z.string().transform((value, context) => {
    if (value === 'true') return true
    if (value === 'false') return false
    return refuse(context, `Invalid boolean: ${value}`)
  })

export const choice = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `Invalid value: must be one of ${values.join(', ')}` })

export const currency = () => z.string().toLowerCase().pipe(choice('gbp'))

export const link = () =>
  text().refine((value) => /^https?:\/\/[^\s/]+/.test(value), {
    error: 'Not a valid URL',
    params: { stripe: 'url_invalid' },
  })

/** With a domain that can exist, at least `a.bb`: `email_invalid` otherwise (https://docs.stripe.com/error-codes#email-invalid). */
export const email = () =>
  text(512).refine((value) => /^[^\s@]+@([^\s@.]+\.)+[^\s@.]{2,}$/.test(value), {
    error: 'Invalid email address',
    params: { stripe: 'email_invalid' },
  })

// Limits: https://docs.stripe.com/api/metadata
const Metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata can have at most 50 keys')

/** An empty string clears the whole of it; an empty value clears that key. */
export const metadata = () => z.union([z.literal('').transform(() => null), Metadata])

/** `change` applied to `before`, as Stripe merges metadata. */
export const mergedMetadata = (before: Record<string, string>, change: Record<string, string> | null | undefined) => {
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

export const createdRange = () => {
  const seconds = integer({ min: 0 })
  return z.union([
    seconds,
    z.strictObject({
      gt: seconds.optional(),
      gte: seconds.optional(),
      lt: seconds.optional(),
      lte: seconds.optional(),
    }),
  ])
}

/** Parses what a caller sent, or throws Stripe's answer to what is wrong with it. */
export const parseParams = <T>(schema: z.ZodType<T>, form: Form): T => {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // Stripe names an unknown parameter before it complains of the known ones.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw new StripeFailure(400, { type: 'invalid_request_error', ...described(issue, form) })
}

const described = (issue: z.core.$ZodIssue | undefined, form: Form): Omit<ErrorBody, 'type'> => {
  if (!issue) return { message: 'Invalid request' }
  const deepest = issue.code === 'invalid_union' ? closestBranch(issue) : undefined
  if (deepest) return described({ ...deepest, path: [...issue.path, ...deepest.path] }, form)
  const param = paramName(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const unknown = paramName([...issue.path, issue.keys[0] ?? ''])
      return { code: 'parameter_unknown', message: `Received unknown parameter: ${unknown}`, param: unknown }
    }
    case 'custom': {
      const code: unknown = issue.params?.stripe
      return { ...(typeof code === 'string' ? { code } : {}), message: issue.message, param }
    }
    case 'too_small':
      return {
        code: 'parameter_invalid_empty',
        message: `You passed an empty string for '${param}'. Leave it out, or give it a value.`,
        param,
      }
    case 'too_big':
      return { message: `Invalid value: '${param}' is too long`, param }
    default:
      return isAbsent(form, issue.path)
        ? { code: 'parameter_missing', message: `Missing required param: ${param}.`, param }
        : { message: issue.code === 'invalid_value' ? issue.message : `Invalid ${param}`, param }
  }
}

/** Of a union's complaints, the one that got furthest into the value, which names what the caller meant. */
const closestBranch = (issue: z.core.$ZodIssueInvalidUnion) =>
  issue.errors.flat().sort((a, b) => depth(b) - depth(a))[0]

const depth = (issue: z.core.$ZodIssue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)

const isAbsent = (form: Form, path: readonly PropertyKey[]) => {
  let value: unknown = form
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return true
    value = Object.entries(value).find(([name]) => name === String(part))?.[1]
  }
  return value === undefined
}
