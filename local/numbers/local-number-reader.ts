import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { numbersAmong } from '#functions/media/numbers/number-rules.ts'
import { type ReadNumbers, UnreadablePicture, type Word } from '#functions/media/numbers/read-numbers.ts'
import { Answer } from './recognition-messages.ts'

export type LocalNumberReader = {
  readonly readNumbers: ReadNumbers
  /** All words of a picture, as the engine says them. */
  readonly readWords: (jpeg: Uint8Array) => Promise<Word[]>
  /** Ends the thread; what is being read fails. */
  close(): Promise<void>
}

type Limits = {
  /** A thread ends after so many pictures: OpenCV's memory keeps a little of each. */
  picturesPerThread: number
  /** Longest time for one picture: forty times what a full one takes, for busy machines. */
  timeoutMs: number
}

/**
 * Numbers by an OCR library with models of its own, without any network. A thread of its own reads one picture after the
 * other, so that nothing else on this machine waits for the seconds it takes; it starts with the first picture.
 */
export const localNumberReader = (given: Partial<Limits> = {}): LocalNumberReader => {
  const { picturesPerThread, timeoutMs } = { picturesPerThread: 200, timeoutMs: 180_000, ...given }
  let thread: Worker | undefined
  let picturesRead = 0
  let last: Promise<unknown> = Promise.resolve()

  const end = async () => {
    const ended = thread
    thread = undefined
    picturesRead = 0
    await ended?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./recognition-worker.ts', import.meta.url))
    // Whoever waits for an answer hears of its end too; a thread that ends meanwhile is replaced by the next picture's.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  const read = async (jpeg: Uint8Array): Promise<Word[]> => {
    if (picturesRead >= picturesPerThread) await end()
    thread ??= start()
    const reading = thread
    picturesRead += 1
    reading.ref()
    try {
      const answer = await answerOf(reading, { jpeg, timeoutMs })
      // A thread with nothing to do keeps no process alive.
      reading.unref()
      if (answer.kind === 'words') return answer.words
      if (answer.kind === 'unreadable') throw new UnreadablePicture(answer.message)
      throw new Error(`The numbers of a picture were not read: ${answer.message}`)
    } catch (error) {
      if (!(error instanceof UnreadablePicture) || error.cause === overdue) await end()
      throw error
    }
  }

  const readWords = (jpeg: Uint8Array): Promise<Word[]> => {
    const reading = last.then(() => read(jpeg))
    last = reading.catch(() => undefined)
    return reading
  }
  return { readWords, readNumbers: async (jpeg) => numbersAmong(await readWords(jpeg)), close: end }
}

const overdue = Symbol('overdue')

/** The thread's answer. A picture that takes too long is given up: it would take as long the next time. */
const answerOf = async (thread: Worker, { jpeg, timeoutMs }: { jpeg: Uint8Array; timeoutMs: number }) => {
  const done = new AbortController()
  const { signal } = done
  const late = setTimeout(() => done.abort(overdue), timeoutMs)
  try {
    const ended = once(thread, 'exit', { signal }).then(() => {
      throw new Error('The thread that reads numbers has ended.')
    })
    const answered = once(thread, 'message', { signal })
    thread.postMessage({ jpeg })
    const [message] = await Promise.race([answered, ended])
    return Answer.parse(message)
  } catch (error) {
    if (signal.reason === overdue) throw new UnreadablePicture('It took too long.', { cause: overdue })
    throw error
  } finally {
    clearTimeout(late)
    done.abort()
  }
}
