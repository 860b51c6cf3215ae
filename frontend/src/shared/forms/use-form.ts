import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { dropDraft, keepDraft, withDraft } from './form-draft.ts'
import { warnBeforeUnload } from './leaving.ts'

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
  /** The fields that a refusal marks which is not the contract's, and why; it is said as well. */
  fieldsOf?: (error: unknown) => Problems | undefined
  /** Says a refusal that is no field's in its own way (a toast) instead of as the form's problem. */
  onRefusal?: (error: unknown) => unknown
  /** The first field that the schema refuses, before anything is sent. */
  onInvalid?: (problems: Problems) => unknown
  /** Keeps what is typed until it is saved, under this name; fields in `secrets` are never kept. */
  draft?: { key: string; secrets?: readonly (keyof V & string)[] }
}

/** What a control of a form is given: see `fields.tsx`. */
export type Control<T> = { value: T; error: string | undefined; onChange: (value: T) => void }

export type FormState<V> = {
  values: V
  /** Value, reason and setter of one field, which takes the reason away; `path` where the contract calls it something else ("pricePence"). */
  field: <K extends keyof V & string>(name: K, path?: string) => Control<V[K]>
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
  /** The form opened with what was typed before and not saved. */
  isRestored: boolean
  /** Forgets what was typed. */
  discard: () => void
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

type DraftState<V> = { draft: Options<V, z.ZodType>['draft']; start: V; values: V; changed: boolean }

/** Keeps a draft up to date with what is typed, and lets the browser ask before it is lost with the tab. */
const useDraft = <V extends object>({ draft, start, values, changed }: DraftState<V>) => {
  const key = draft?.key
  const secrets = useRef(draft?.secrets ?? [])
  useEffect(() => {
    if (key === undefined) return
    if (changed) keepDraft(key, { start, values, secrets: secrets.current })
    else dropDraft(key)
  }, [key, start, values, changed])
  const isWorthAsking = key !== undefined && changed
  useEffect(() => (isWorthAsking ? warnBeforeUnload() : undefined), [isWorthAsking])
}

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
  fieldsOf,
  onRefusal,
  onInvalid,
  draft,
}: Options<V, S>): FormState<V> => {
  const [start, setStart] = useState(initial)
  const [restored, setRestored] = useState(() => draft && withDraft(draft.key, initial))
  const [values, setValues] = useState(restored ?? initial)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // Two clicks within one render must see each other.
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  const changed = JSON.stringify(values) !== JSON.stringify(start)
  useDraft({ draft, start, values, changed })

  const reset = (next: V) => {
    if (draft) dropDraft(draft.key)
    setRestored(undefined)
    setStart(next)
    setValues(next)
    setProblems({})
    setProblem(undefined)
  }

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
      if (draft) dropDraft(draft.key)
    } catch (thrown) {
      const fields = thrown instanceof ApiError ? thrown.fields : []
      const field = fieldOfCode[codeOf(thrown)]
      const marked = fieldsOf?.(thrown)
      if (marked) refuse(marked)
      if (field !== undefined) refuse({ [field]: sentenceOf(thrown) })
      else if (fields.length > 0) refuse(Object.fromEntries(fields.map((field) => [field.path, field.message])))
      else if (onRefusal) onRefusal(thrown)
      else setProblem(sentenceOf(thrown))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const set: FormState<V>['set'] = (name, value) => setValues((current) => ({ ...current, [name]: value }))
  return {
    values,
    field: (name, path = name) => ({
      value: values[name],
      error: problems[path],
      onChange: (value) => {
        set(name, value)
        // The reason was about what stood there before.
        setProblems(({ [path]: _about, ...others }) => others)
      },
    }),
    set,
    edit: setValues,
    reset,
    errorOf: (path) => problems[path],
    problem,
    busy,
    changed,
    isRestored: restored !== undefined,
    discard: () => reset(start),
    form,
    submit: (event) => {
      event?.preventDefault()
      if (!sending.current) void transmit()
    },
  }
}
