import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, get, set as put, useForm as useFields, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { dropDraft } from './draft-owner.ts'
import { draftTextOf, dropSavedDraft, keepDraft, withDraft } from './form-draft.ts'
import { warnBeforeUnload } from './unload-warning.ts'

type Problems = Readonly<Record<string, string>>

type Options<V, S extends z.ZodType> = {
  /** What the fields hold at first. */
  initial: V
  /** The contract's schema of the request body. */
  schema: S
  /** The body made of what was typed, in the shape that the contract takes. */
  bodyOf: (values: V) => z.input<S>
  /** Asks about what can be sent and should not be by a slip; `false` leaves the form as it was typed. */
  askFirst?: ((body: z.input<S>) => boolean | Promise<boolean>) | undefined
  /** Sends it. What is thrown is shown beside the fields it names, or as the form's own problem. */
  send: (body: z.input<S>) => Promise<void>
  /** Refusals that belong beside a field: the error's code and the field's path. */
  fieldOfCode?: Partial<Record<ErrorCode, string>>
  /** The fields that a refusal marks which is not the contract's, and why; it is said as well. */
  fieldsOf?: (error: unknown) => Problems | undefined
  /**
   * Fields that one reason refuses together, where nobody is told which of them was wrong: it leaves them all when one
   * changes. The first named is looked at again first, and gets the focus.
   */
  jointly?: readonly string[]
  /** Says a refusal that is no field's in its own way (a toast) instead of as the form's problem. */
  onRefusal?: (error: unknown) => unknown
  /** Says a refusal that comes when the form was left: no field is there to mark. As `onRefusal` where it is left out. */
  onRefusedLate?: (error: unknown) => unknown
  /** The first field that the schema refuses, before anything is sent. */
  onInvalid?: (problems: Problems) => unknown
  /**
   * Keeps what is typed until it is saved, under this name; fields in `secrets` are never kept. What was typed since it
   * was sent is kept as well, but not with `isOnce`: what is made is made once, and a letter more is no wish for another.
   * With `isReused` all is kept until somebody forgets it: sending saves nothing.
   */
  draft?: { key: string; secrets?: readonly (keyof V & string)[]; isOnce?: boolean; isReused?: boolean }
}

/** What a control of a form is given: see `fields.tsx`. By its name a form finds the control that a reason belongs to. */
export type Control<T> = { name?: string; value: T; error: string | undefined; onChange: (value: T) => void }

export type FormState<V> = {
  values: V
  /** Value, reason and setter of one field, which takes the reason away; `path` where the contract calls it something else ("pricePence"). */
  field: <K extends keyof V & string>(name: K, path?: string) => Control<V[K]>
  set: <K extends keyof V>(name: K, value: V[K]) => void
  /** Changes several values at once and keeps the others as typed. */
  edit: (change: (current: V) => V) => void
  /** Takes over a new start, for example what the server answered. */
  reset: (values: V) => void
  /** The same, and keeps what was typed: for what was saved elsewhere meanwhile. */
  rebase: (values: V) => void
  /** Why the whole was refused. */
  problem: string | undefined
  busy: boolean
  changed: boolean
  /** The form opened with what was typed before and not saved, and still holds some of it. */
  isRestored: boolean
  /** Forgets what was typed. */
  discard: () => void
  form: RefObject<HTMLFormElement | null>
  /** Checks and sends; `true` when it was sent. While it is being sent, another call gets the same answer. */
  submit: (event?: FormEvent) => Promise<boolean>
}

const problemsOf = (error: z.ZodError): Problems => {
  const found: Record<string, string> = {}
  for (const issue of error.issues) found[issue.path.join('.') || 'body'] ??= issue.message
  return found
}

/** Where the library keeps the reason of a path: the contract's paths are not always the names of our fields. */
const placeOf = (path: string) => `root.${path}` as const
const refusal = (message: string) => ({ type: 'refused', message })
const errorsOf = <V extends FieldValues>(problems: Problems): FieldErrors<V> => {
  const errors: FieldErrors<V> = {}
  for (const [path, message] of Object.entries(problems)) put(errors, placeOf(path), refusal(message))
  return errors
}
const reasonIn = <V extends FieldValues>(errors: FieldErrors<V>, path: string): string | undefined => {
  const message: unknown = get(errors, `${placeOf(path)}.message`)
  return typeof message === 'string' ? message : undefined
}

/**
 * What the browser gives as empty while it is half-typed, by the type of the control: an unfinished date is not none. A
 * draft keeps no more of it than that; where a date is required, the emptiness is refused for the same reason.
 */
const unfinished: Readonly<Record<string, string>> = {
  date: 'Please complete this date.',
  'datetime-local': 'Please complete this date.',
  number: 'Please enter a whole number.',
}
const unfinishedIn = (form: HTMLFormElement | null): Problems => {
  const found: Record<string, string> = {}
  for (const control of form?.elements ?? []) {
    if (!(control instanceof HTMLInputElement)) continue
    const { type, validity } = control
    const isUnfinished = validity.badInput || (type !== 'number' && validity.valueMissing)
    const sentence = isUnfinished && unfinished[type]
    if (sentence) found[control.name] = sentence
  }
  return found
}

type DraftState<V> = { draft: Options<V, z.ZodType>['draft']; start: V; values: V; changed: boolean }

/** The form that was opened last for each draft. */
const latestFor = new Map<string, object>()

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
 * A form checked by the contract's body schema. It keeps what was typed when sending fails, shows errors beside the
 * fields and cannot be sent twice at once. Values, errors and checks are react-hook-form's; drafts, half-typed dates
 * and the server's refusals are handled here.
 */
export const useForm = <V extends FieldValues, S extends z.ZodType>({
  initial,
  schema,
  bodyOf,
  askFirst,
  send,
  fieldOfCode = {},
  fieldsOf,
  jointly = [],
  onRefusal,
  onRefusedLate = onRefusal,
  onInvalid,
  draft,
}: Options<V, S>): FormState<V> => {
  const [start, setStart] = useState(initial)
  const [restored, setRestored] = useState(() => draft && withDraft(draft.key, initial))
  const [opened] = useState(restored ?? initial)
  /** Reasons that are about to be shown: then the first field of them gets the focus. */
  const [refused, setRefused] = useState<Problems>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // A ref, not state: the second of two clicks within one render has to see the first.
  const sending = useRef<Promise<boolean>>(null)
  /** What the last look at the fields found, before anything was sent. */
  const found = useRef<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const hadForm = useRef(false)

  const fields = useFields<V, unknown, { body: z.input<S> }>({
    values: opened,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (typed) => {
      const body = bodyOf(typed)
      const parsed = schema.safeParse(body)
      found.current = { ...(!parsed.success && problemsOf(parsed.error)), ...unfinishedIn(form.current) }
      if (Object.keys(found.current).length === 0) return { values: { body }, errors: {} }
      return { values: {}, errors: errorsOf<V>(found.current) }
    },
  })
  const { errors } = fields.formState
  const values = useWatch({ control: fields.control, compute: (typed: V) => ({ ...typed }) })

  const changed = JSON.stringify(values) !== JSON.stringify(start)
  useDraft({ draft, start, values, changed })
  const [self] = useState({})
  useEffect(() => {
    hadForm.current = form.current !== null
  }, [])
  const draftKey = draft?.key
  useEffect(() => {
    if (draftKey !== undefined) latestFor.set(draftKey, self)
  }, [draftKey, self])

  const reset = (next: V) => {
    setRestored(undefined)
    setStart(next)
    fields.reset(next)
    setProblem(undefined)
  }

  const refuse = (next: Problems) => {
    for (const [path, message] of Object.entries(next)) fields.setError(placeOf(path), refusal(message))
    setRefused(next)
  }
  const ofOneReason = (path: string): readonly string[] => {
    const reason = reasonIn(errors, path)
    return jointly.includes(path) ? jointly.filter((other) => reasonIn(errors, other) === reason) : [path]
  }
  const [foremost] = jointly
  // Once the reasons are shown and their fields marked.
  useEffect(() => {
    if (!refused || Object.keys(errors).length === 0) return
    setRefused(undefined)
    const marked = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]
    const first = marked.find((field) => field.getAttribute('name') === foremost) ?? marked[0]
    if (first) first.focus()
    // A field that is not shown cannot say why it was refused.
    else setProblem(Object.values(refused)[0])
  }, [refused, errors, foremost])

  /** Our own fault, in what a form makes of its fields: a button that does nothing would say less. */
  const fail = (thrown: unknown) => {
    logWarning('form_failed', { error: errorName(thrown) })
    setProblem(sentenceOf(thrown))
    return false
  }

  const answerRefusal = (thrown: unknown) => {
    if (hadForm.current && !form.current && onRefusedLate) {
      onRefusedLate(thrown)
      return
    }
    const named = thrown instanceof ApiError ? thrown.fields : []
    const field = fieldOfCode[codeOf(thrown)]
    const marked = fieldsOf?.(thrown)
    if (marked) refuse(marked)
    if (field !== undefined) refuse({ [field]: sentenceOf(thrown) })
    else if (named.length > 0) refuse(Object.fromEntries(named.map(({ path, message }) => [path, message])))
    else if (onRefusal) onRefusal(thrown)
    else setProblem(sentenceOf(thrown))
  }

  const deliver = async ({ body }: { body: z.input<S> }) => {
    if (askFirst && !(await askFirst(body))) return false
    setBusy(true)
    try {
      const answer = send(body)
      // With what a form notes down as it begins to send.
      const sent = draftTextOf(fields.getValues(), draft?.secrets)
      await answer
      if (!draft || draft.isReused) return true
      // Opened anew meanwhile, it may hold what is to be made next.
      if (draft.isOnce && latestFor.get(draft.key) === self) dropDraft(draft.key)
      else dropSavedDraft(draft.key, sent)
      return true
    } catch (thrown) {
      answerRefusal(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }

  const transmit = async () => {
    setProblem(undefined)
    found.current = {}
    const isSent = await fields.handleSubmit(deliver)()
    if (Object.keys(found.current).length > 0) {
      setRefused(found.current)
      onInvalid?.(found.current)
    }
    return isSent === true
  }

  const edit: FormState<V>['edit'] = (change) => fields.setValues(change)
  const set: FormState<V>['set'] = (name, value) => edit((current) => ({ ...current, [name]: value }))
  return {
    values,
    field: (name, path = name) => ({
      name: path,
      value: values[name],
      error: reasonIn(errors, path),
      onChange: (value) => {
        set(name, value)
        // The reason was about what stood there before.
        for (const one of ofOneReason(path)) fields.clearErrors(placeOf(one))
      },
    }),
    set,
    edit,
    reset,
    rebase: setStart,
    problem,
    busy,
    changed,
    isRestored: restored !== undefined && changed,
    discard: () => {
      if (draft) dropDraft(draft.key)
      reset(start)
    },
    form,
    submit: (event) => {
      event?.preventDefault()
      sending.current ??= transmit()
        .catch(fail)
        .finally(() => {
          sending.current = null
        })
      return sending.current
    },
  }
}
