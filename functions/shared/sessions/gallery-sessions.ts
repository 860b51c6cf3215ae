import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Photographer } from '#functions/shared/http/operation.ts'
import { type Random, randomText } from '#functions/shared/ids/ids.ts'
import type { Signer } from '#functions/shared/signing/signer.ts'
import { type Clock, epochSeconds } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { SessionId } from '#schema/ids.ts'

/** `at`: when we signed it, in epoch seconds. */
const SessionFact = z.object({ id: SessionId, at: z.int() })
type SessionFact = z.infer<typeof SessionFact>

/** Who asks: the key by which limits per person count. */
export type Visitor = {
  /** "USER#…" or "SESSION#…": also the key of that person's likes. */
  readonly subject: string
  /** Seconds since we signed the session; a signed-in user has proved more, so it is without end. */
  readonly ageSeconds: number
  /** Made when the address had made as many sessions as it may in an hour: there can be any number of them. */
  readonly isLate: boolean
}
type Asking = {
  readonly caller: Photographer | undefined
  readonly headers: { readonly 'x-gallery-session'?: string | undefined }
}

/** So long a late session is taken; then its browser has another one made, and the id with its likes goes on. */
const lateLifeSeconds = 86_400

/**
 * The browser's anonymous session: an id that a limit can count by, since only one call of ours makes it and that call
 * counts by address. It is "{id}.{epoch seconds}.{signature}", needs no item, and has no end, so that likes last. Whether
 * it is a late one is in what it was signed for; a browser sees no difference.
 */
export const gallerySessions = ({ signer, random, now }: { signer: Signer; random: Random; now: Clock }) => {
  const read = async (token: string | undefined): Promise<(SessionFact & { isLate: boolean }) | undefined> => {
    const [id, at, mac, ...rest] = token?.split('.') ?? []
    const fact = SessionFact.safeParse({ id, at: Number(at) })
    if (!fact.success || mac === undefined || rest.length > 0) return undefined
    const signed = `${payloadOf(fact.data)}.${mac}`
    if (await signer.read('gallery-session', signed, SessionFact)) return { ...fact.data, isLate: false }
    const isOver = epochSeconds(now()) - fact.data.at >= lateLifeSeconds
    const late = isOver ? undefined : await signer.read('late-session', signed, SessionFact)
    return late && { ...late, isLate: true }
  }

  return {
    /**
     * A session, signed now. Its age begins now, whatever the id says.
     * @param parts.earlier What this browser kept before: an id of the time before signatures, or a session whose key is gone.
     * The id goes on, and the likes with it; who knows it could always have used it.
     */
    async make({ earlier, isLate = false }: { earlier?: string | undefined; isLate?: boolean } = {}): Promise<string> {
      const kept = SessionId.safeParse(earlier?.split('.')[0])
      const id = kept.success
        ? kept.data
        : SessionId.parse(`anon_${now().getTime()}_${randomText(random, 26).toLowerCase()}`)
      const at = epochSeconds(now())
      const signed = await signer.sign(isLate ? 'late-session' : 'gallery-session', { id, at })
      return `${id}.${at}.${signed.slice(signed.lastIndexOf('.') + 1)}`
    },

    /** The id behind a session that we signed, else `undefined`. */
    async idOf(token: string | undefined): Promise<SessionId | undefined> {
      return (await read(token))?.id
    },

    /** @throws AppError `session_needed` where there is neither a user nor a session of ours: the browser makes one. */
    async visitorOf({ caller, headers }: Asking): Promise<Visitor> {
      if (caller) return { subject: `USER#${caller.userId}`, ageSeconds: Number.POSITIVE_INFINITY, isLate: false }
      const fact = await read(headers['x-gallery-session'])
      if (!fact) throw new AppError('session_needed')
      return { subject: `SESSION#${fact.id}`, ageSeconds: epochSeconds(now()) - fact.at, isLate: fact.isLate }
    },

    /**
     * The subject of who asks, and that of the browser from before it signed in: what was asked for then is still its.
     * @throws AppError `session_needed`, as `visitorOf`.
     */
    async subjectsOf(asking: Asking): Promise<{ subject: string; own: ReadonlySet<string> }> {
      const { subject } = await this.visitorOf(asking)
      const id = (await read(asking.headers['x-gallery-session']))?.id
      return { subject, own: new Set([subject, ...(id === undefined ? [] : [`SESSION#${id}`])]) }
    },

    /** The subject for limits of what needs no session: who sends none is counted with all others of the address who do not. */
    async subjectOf(asking: Asking, address: string): Promise<string> {
      if (asking.caller) return `USER#${asking.caller.userId}`
      const id = (await read(asking.headers['x-gallery-session']))?.id
      return id === undefined ? `ADDRESS#${address}` : `SESSION#${id}`
    },
  }
}
export type GallerySessions = ReturnType<typeof gallerySessions>

/** As `Signer.sign` writes a fact. */
const payloadOf = ({ id, at }: SessionFact): string => Buffer.from(JSON.stringify({ id, at })).toString('base64url')

/** For messages and keys that need to tell people apart and not to know them. */
export const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url')
