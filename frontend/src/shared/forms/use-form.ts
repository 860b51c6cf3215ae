import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
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

/** What a control of a form is given: see `fields.tsx`. By its name a form finds the control that a reason belongs to. */
export type Control<T> = { name?: string; value: T; error: string | undefined; onChange: (value: T) => void }

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

/** What the browser gives as empty while it is half-typed, by the type of the control: an unfinished date is not none. */
const unfinished: Readonly<Record<string, string>> = {
  date: 'Please complete this date.',
  'datetime-local': 'Please complete this date.',
  number: 'Please enter a whole number.',
}
const unfinishedIn = (form: HTMLFormElement | null): Problems => {
  const found: Record<string, string> = {}
  for (const control of form?.elements ?? []) {
    const sentence = control instanceof HTMLInputElement && control.validity.badInput && unfinished[control.type]
    if (sentence) found[control.name] = sentence
  }
  return found
}

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
  const [refused, setRefused] = useState<Problems>()
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
    setRefused(next)
  }
  // Once the reasons are shown and their fields marked.
  useEffect(() => {
    if (!refused) return
    const marked = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (marked) marked.focus()
    // A field that is not shown cannot say why it was refused.
    else setProblem(Object.values(refused)[0])
  }, [refused])

  /** The body, unless some field is to be refused before anything is sent. */
  const checkedBody = () => {
    const body = bodyOf(values)
    const parsed = schema.safeParse(body)
    const found = { ...(!parsed.success && problemsOf(parsed.error)), ...unfinishedIn(form.current) }
    if (Object.keys(found).length === 0) return { body }
    refuse(found)
    onInvalid?.(found)
    return undefined
  }

  /** Our own fault, in what a form makes of its fields: a button that does nothing would say less. */
  const fail = (thrown: unknown) => {
    logWarning('form_failed', { error: errorName(thrown) })
    setProblem(sentenceOf(thrown))
  }

  const transmit = async () => {
    setProblem(undefined)
    const checked = checkedBody()
    if (!checked) return
    sending.current = true
    setBusy(true)
    setProblems({})
    try {
      await send(checked.body)
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
      name: path,
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
      if (!sending.current) transmit().catch(fail)
    },
  }
}
