import { liveSend } from '#functions/shared/queue/live-send.ts'
import { type Command, Refusal } from './command.ts'
import { askAgain, lacksAvif, lacksSizes, photosThat, uncutCovers } from './older-photos.ts'
import { readWholeTable } from './whole-table.ts'

export const makeSizes: Command = {
  name: 'make-sizes',
  summary: 'has the 1024 px pictures made of photos that are older than this release',
  help: ` [--avif | --covers]

Reads the whole table and puts every photo on sale that has no picture for dense screens yet into the render queue: each
is drawn again under new names, with the mark that its gallery asks for. Until then it is shown as before, from its
thumbnail. Once after the update is enough; running it again asks only for what is still missing.

--avif also takes the photos whose pictures are WebP, drawn by releases before AVIF. Nothing is missing on their pages; drawn
anew they are the same pictures in fewer bytes.

--covers has, instead, the pieces of covers cut that cards and phones show, where an earlier release cut none or others.
Until then they show those covers whole, or heavier.`,
  options: { avif: { type: 'boolean', default: false }, covers: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    await target.actAs('functions/media/render-photo.lambda.ts')
    if (values.covers === true && values.avif === true) throw new Refusal('It is either --avif or --covers.')
    const isOfCovers = values.covers === true
    const ask = isOfCovers ? uncutCovers : photosThat(values.avif === true ? lacksAvif : lacksSizes)
    const count = await askAgain(readWholeTable(), ask, (messages) => liveSend('REDRAW_QUEUE_URL', messages))
    say(`${count} ${isOfCovers ? 'covers' : 'photos'} are in the render queue.`)
  },
}
