import { liveSend } from '#functions/shared/queue/live-send.ts'
import type { Command } from './command.ts'
import { askAgain, lacksSizes } from './older-photos.ts'
import { readWholeTable } from './whole-table.ts'

export const makeSizes: Command = {
  name: 'make-sizes',
  summary: 'has the 1024 px pictures made of photos that are older than this release',
  help: `

Reads the whole table and puts every photo on sale that has no picture for dense screens yet into the render queue: each
is drawn again under new names, with the mark that its gallery asks for. Until then it is shown as before, from its
thumbnail. Once after the update is enough; running it again asks only for what is still missing.`,
  options: {},
  run: async (_, { target, say }) => {
    await target.actAs('functions/media/render-photo.lambda.ts')
    const count = await askAgain(readWholeTable(), lacksSizes, (messages) => liveSend('REDRAW_QUEUE_URL', messages))
    say(`${count} photos are in the render queue.`)
  },
}
