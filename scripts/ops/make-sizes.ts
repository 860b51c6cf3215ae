import { liveSend } from '#functions/shared/queue/live-send.ts'
import type { Command } from './command.ts'
import { askAgain, lacksAvif, lacksSizes } from './older-photos.ts'
import { readWholeTable } from './whole-table.ts'

export const makeSizes: Command = {
  name: 'make-sizes',
  summary: 'has the 1024 px pictures made of photos that are older than this release',
  help: ` [--avif]

Reads the whole table and puts every photo on sale that has no picture for dense screens yet into the render queue: each
is drawn again under new names, with the mark that its gallery asks for. Until then it is shown as before, from its
thumbnail. Once after the update is enough; running it again asks only for what is still missing.

--avif also takes the photos whose pictures are WebP, drawn by releases before AVIF. Nothing is missing on their pages; drawn
anew they are the same pictures in fewer bytes.`,
  options: { avif: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    await target.actAs('functions/media/render-photo.lambda.ts')
    const lacks = values.avif === true ? lacksAvif : lacksSizes
    const count = await askAgain(readWholeTable(), lacks, (messages) => liveSend('REDRAW_QUEUE_URL', messages))
    say(`${count} photos are in the render queue.`)
  },
}
