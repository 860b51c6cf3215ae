import { startStripe } from '#local/stripe/start-stripe.ts'

/** A stand-in in a process of its own, to be killed: says its address, and works on the file that it is given. */
const [, , stateFile = ''] = process.argv
const { url } = await startStripe({ clock: () => new Date(), stateFile, tickEveryMs: 50 })
process.stdout.write(`${url}\n`)
