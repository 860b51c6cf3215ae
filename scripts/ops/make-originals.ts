import { liveSend } from '#functions/shared/queue/live-send.ts'
import type { Command } from './command.ts'
import { askAgain, lacksOriginal, photosThat } from './older-photos.ts'
import { readWholeTable } from './whole-table.ts'

export const makeOriginals: Command = {
  name: 'make-originals',
  summary: 'has the clean originals made of photos that are older than this release',
  help: `

Reads the whole table and puts every photo on sale that has no clean original yet into the render queue: each is drawn
again, and its buyers' files are made. One of which no clean copy can be made is taken off sale, and its photographer
reads why. Once after the update is enough; running it again asks only for what is still missing.`,
  options: {},
  run: async (_, { target, say }) => {
    await target.actAs('functions/media/render-photo.lambda.ts')
    const count = await askAgain(readWholeTable(), photosThat(lacksOriginal), (messages) =>
      liveSend('REDRAW_QUEUE_URL', messages),
    )
    say(`${count} photos are in the render queue.`)
  },
}
