import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type * as z from 'zod'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import type { ErrorCode } from '#schema/errors.ts'

type Problems = Readonly<Record<string, string>>

type Options<V, S extends z.ZodType> = {
  /** What the fields hold at first. */
  initial: V
  /** The contract's schema of the request body. */
  schema: S
  /** The body made of what was typed, in the shape that the contract takes. */
  bodyOf: (values: V) => z.input<S>
  /** Sends it. What is thrown is shown beside the fields it names, or as the form's own problem. */
  send: (body: z.input<S>) => Promise<void>
  /** Refusals that belong beside a field: the error's code and the field's path. */
  fieldOfCode?: Partial<Record<ErrorCode, string>>
  /** Says a refusal that is no field's in its own way (a toast) instead of as the form's problem. */
  onRefusal?: (error: unknown) => unknown
  /** The first field that the schema refuses, before anything is sent. */
  onInvalid?: (problems: Problems) => unknown
}

export type FormState<V> = {
  values: V
  set: <K extends keyof V>(name: K, value: V[K]) => void
  /** Changes several values at once, keeping what was typed meanwhile. */
  edit: (change: (current: V) => V) => void
  /** Takes over a new start, for example what the server answered. */
  reset: (values: V) => void
  /** Why a field was refused; `path` as in the contract ("pricePence"). */
  errorOf: (path: string) => string | undefined
  /** Why the whole was refused. */
  problem: string | undefined
  busy: boolean
  changed: boolean
  form: RefObject<HTMLFormElement | null>
  submit: (event?: FormEvent) => void
}

const problemsOf = (error: z.ZodError): Problems => {
  const found: Record<string, string> = {}
  for (const issue of error.issues) found[issue.path.join('.')] ??= issue.message
  return found
}

const focusFirstInvalid = (form: HTMLFormElement | null) =>
  // The reason is rendered first; the field is marked then.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

/**
 * A form that resolves with the contract's body schema: it keeps what was typed when sending fails, shows reasons beside
 * the fields, and cannot be sent twice at once.
 */
export const useForm = <V extends object, S extends z.ZodType>({
  initial,
  schema,
  bodyOf,
  send,
  fieldOfCode = {},
  onRefusal,
  onInvalid,
}: Options<V, S>): FormState<V> => {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // Two clicks within one render must see each other.
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (next: Problems) => {
    setProblems(next)
    focusFirstInvalid(form.current)
  }

  const transmit = async () => {
    const body = bodyOf(values)
    const parsed = schema.safeParse(body)
    if (!parsed.success) {
      const found = problemsOf(parsed.error)
      refuse(found)
      onInvalid?.(found)
      return
    }
    sending.current = true
    setBusy(true)
    setProblems({})
    setProblem(undefined)
    try {
      await send(body)
    } catch (thrown) {
      const fields = thrown instanceof ApiError ? thrown.fields : []
      const field = fieldOfCode[codeOf(thrown)]
      if (field !== undefined) refuse({ [field]: sentenceOf(thrown) })
      else if (fields.length > 0) refuse(Object.fromEntries(fields.map((field) => [field.path, field.message])))
      else if (onRefusal) onRefusal(thrown)
      else setProblem(sentenceOf(thrown))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set: (name, value) => setValues((current) => ({ ...current, [name]: value })),
    edit: setValues,
    reset: (next) => {
      setStart(next)
      setValues(next)
      setProblems({})
      setProblem(undefined)
    },
    errorOf: (path) => problems[path],
    problem,
    busy,
    changed: JSON.stringify(values) !== JSON.stringify(start),
    form,
    submit: (event) => {
      event?.preventDefault()
      if (!sending.current) void transmit()
    },
  }
}
