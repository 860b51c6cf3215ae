import * as z from 'zod'

/**
 * What Chromium is to note while a page is scrolled: each picture that its compositor shows, the parts of V8's collections,
 * and the marks of the page. Few enough that a slow phone is hardly slower for it.
 */
export const scrollCategories = [
  'disabled-by-default-devtools.timeline.frame',
  'disabled-by-default-v8.gc',
  'blink.user_timing',
] as const

/** The page marks where a hand begins and ends. */
export const flickMarks = { begins: 'flick begins', ends: 'flick ends' } as const

/** Times are microseconds of one clock for all processes (Trace Event Format, "Event Descriptions"). */
const shared = { ts: z.number(), pid: z.number(), tid: z.number() }
const Mark = z.object({ ...shared, name: z.string(), args: z.object({ data: z.object({ startTime: z.number() }) }) })
const Slice = z.object({ ...shared, dur: z.number() })
/** A picture of the compositor, from when it was due until it was shown or given up. Only its beginning says what became of it. */
const Picture = z.object({
  ...shared,
  ph: z.string(),
  id2: z.object({ local: z.string() }),
  args: z.object({
    frame_reporter: z
      .object({ state: z.string(), scroll_state: z.string(), has_missing_content: z.boolean() })
      .optional(),
  }),
})
const Named = z.looseObject({ name: z.string(), ph: z.string() })
const Trace = z.object({ traceEvents: z.array(Named) })

/** Each stops the page: the whole collection, and the steps of marking before it. */
const collecting = [
  'V8.GC_MARK_COMPACTOR',
  'V8.GC_MC_INCREMENTAL',
  'V8.GC_MC_INCREMENTAL_START',
  'V8.GC_SCAVENGER',
] as const

/** A flick of six screens has some 65; with fewer, the trace was cut, or the page stood still. */
const fewestPictures = 30
/** Milliseconds: a refresh of the screen at 60 Hz and a half. */
const refreshAndHalfMs = 25

export type Traced = {
  /** Pictures on the screen within the flicks. */
  pictures: number
  /** Milliseconds from one of them to the next of the same flick. */
  gapsMs: number[]
  /** How often a refresh of the screen passed without one. */
  skipped: number
  /** Milliseconds from the mark to the first picture of a flick, and from its last one to the mark: each flick's longer. */
  edgesMs: number[]
  /** What the compositor itself calls dropped. */
  dropped: number
  /** Pictures in which the compositor lacked a part of what the page had drawn. */
  blank: number
  /** Pictures of a scroll that was not the compositor's own: a page that is busy would hold it up. */
  ofPage: number
  /** For at least how many milliseconds of a frame V8 collected garbage in the page's thread. */
  collectedMs: (frame: { at: number; ms: number }) => number
}

type Shown = { at: number; state: string; scroll_state: string; has_missing_content: boolean }

/** Ids are given again as soon as they are free: an end is of what began last under its id. */
const picturesOf = (events: readonly z.infer<typeof Picture>[]): Shown[] => {
  const open = new Map<string, z.infer<typeof Picture>['args']['frame_reporter']>()
  return events
    .toSorted((one, other) => one.ts - other.ts || other.ph.localeCompare(one.ph))
    .flatMap(({ ph, ts, id2, args }) => {
      const told = open.get(id2.local)
      if (ph === 'b') open.set(id2.local, args.frame_reporter)
      else open.delete(id2.local)
      return ph === 'e' && told ? [{ at: ts, ...told }] : []
    })
}

/**
 * Reads the trace of a page that was scrolled by so many flicks.
 * @throws Error where it does not hold each of them, with its pictures: something is called otherwise in this browser, or
 * the page did not move.
 */
export const readScrollTrace = (json: string, flickCount: number): Traced => {
  const events = Trace.parse(JSON.parse(json)).traceEvents
  const of = <T>(schema: z.ZodType<T>, isMeant: (event: z.infer<typeof Named>) => boolean) =>
    events.filter(isMeant).map((event) => schema.parse(event))
  const marked = of(Mark, ({ name }) => name === flickMarks.begins || name === flickMarks.ends)
  const times = marked.toSorted((a, b) => a.ts - b.ts)
  const [first] = times
  const isWhole = times.every(({ name }, index) => name === (index % 2 === 0 ? flickMarks.begins : flickMarks.ends))
  if (!first || !isWhole || times.length !== 2 * flickCount)
    throw new Error(`The trace holds ${times.length} marks, not two for each of ${flickCount} flicks.`)
  const { pid, tid } = first
  /** Where the page's own clock is nought. */
  const origin = first.ts - first.args.data.startTime * 1_000

  const all = picturesOf(of(Picture, ({ name }) => name === 'PipelineReporter').filter((event) => event.pid === pid))
  const flicks = Array.from({ length: flickCount }, (_, index) => {
    const [from = 0, to = 0] = [times[2 * index]?.ts, times[2 * index + 1]?.ts]
    const within = all.filter(({ at }) => at > from && at < to)
    const shown = within
      .filter(({ state, scroll_state }) => state.startsWith('STATE_PRESENTED') && scroll_state !== 'SCROLL_NONE')
      // Two reports may be of one picture.
      .filter(({ at }, place, list) => at !== list[place - 1]?.at)
    if (shown.length < fewestPictures) throw new Error(`Flick ${index + 1} shows ${shown.length} pictures.`)
    const edges = [(shown[0]?.at ?? to) - from, to - (shown.at(-1)?.at ?? from)]
    return { shown, edgeMs: Math.max(...edges) / 1_000, dropped: within.filter(isDropped).length }
  })
  const shown = flicks.flatMap((flick) => flick.shown)
  const gapsMs = flicks.flatMap((flick) =>
    flick.shown.slice(1).map(({ at }, index) => (at - (flick.shown[index]?.at ?? at)) / 1_000),
  )
  const slices = of(Slice, ({ name, ph }) => ph === 'X' && collecting.some((each) => each === name)).filter(
    (slice) => slice.pid === pid && slice.tid === tid,
  )
  return {
    pictures: shown.length,
    gapsMs,
    skipped: gapsMs.filter((ms) => ms > refreshAndHalfMs).length,
    edgesMs: flicks.map(({ edgeMs }) => edgeMs),
    dropped: flicks.reduce((sum, flick) => sum + flick.dropped, 0),
    blank: shown.filter((picture) => picture.has_missing_content).length,
    ofPage: shown.filter(({ scroll_state }) => scroll_state !== 'SCROLL_COMPOSITOR_THREAD').length,
    collectedMs: ({ at, ms }) => {
      const [from, to] = [origin + at * 1_000, origin + (at + ms) * 1_000]
      return slices.reduce(
        (sum, { ts, dur }) => sum + Math.max(0, Math.min(to, ts + dur) - Math.max(from, ts)) / 1_000,
        0,
      )
    },
  }
}
const isDropped = ({ state }: Shown) => state === 'STATE_DROPPED'
