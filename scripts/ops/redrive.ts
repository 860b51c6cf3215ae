import { type Command, Refusal } from './command.ts'

export const redrive: Command = {
  name: 'redrive',
  summary: 'lists what was set aside, or sends it again',
  help: `[QUEUE]

Without QUEUE: every queue of messages that were set aside, and how many wait there. With it (any part of the name that
only one has): all of them go back to where they came from. That is always safe, since every effect happens once; mend
first what made them fail. A start that a schedule missed is not sent again: its job works through everything that is
due, at its next start.`,
  options: {},
  run: async ({ positionals: [part] }, { target, say }) => {
    const queues = await target.deadLetters()
    if (part === undefined) {
      for (const { name, waiting } of queues) say(`${String(waiting).padStart(6)}  ${name}`)
      return
    }
    const [queue, ...others] = queues.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()))
    if (!queue || others.length > 0) {
      throw new Refusal(`${queue ? 'Several queues have' : 'No queue has'} "${part}" in the name: see the list.`)
    }
    await target.redrive(queue)
    say(`${queue.waiting} messages of ${queue.name} are on their way back.`)
  },
}
