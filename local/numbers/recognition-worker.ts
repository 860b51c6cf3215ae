import { parentPort } from 'node:worker_threads'
import { UnreadablePicture } from '#functions/media/numbers/read-numbers.ts'
import { type Answer, Request } from './recognition-messages.ts'
import { openRecogniser, type RecogniseText } from './text-recogniser.ts'

let recogniser: Promise<RecogniseText> | undefined

const answerTo = async (jpeg: Uint8Array): Promise<Answer> => {
  try {
    recogniser ??= openRecogniser()
    return { kind: 'words', words: await (await recogniser)(jpeg) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: error instanceof UnreadablePicture ? 'unreadable' : 'failed', message }
  }
}

parentPort?.on('message', async (message) => {
  parentPort?.postMessage(await answerTo(Request.parse(message).jpeg))
})
