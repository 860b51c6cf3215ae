/** Deliveries of a message before it is set aside for a person to look at (docs/architecture.md, "When things fail"). */
export const maxDeliveries = 5

/**
 * The same for queues whose messages are put off while something that they need is busy: SQS counts each of those deliveries
 * too. After the first minutes they are five minutes apart, so that a rush of two hours sets nothing aside.
 * What fails for another reason comes five hours long; that work waits has an alarm of its own, after minutes.
 */
export const maxBusyDeliveries = 50

const firstPutOffSeconds = 10
const longestPutOffSeconds = 300

/** How long a message is put off, by how often it came; shortened by chance, so that a crowd does not come again together. */
export const putOffSeconds = (deliveries: number, random: () => number = Math.random): number =>
  Math.ceil(Math.min(longestPutOffSeconds, firstPutOffSeconds * 2 ** (deliveries - 1)) * (0.5 + random() / 2))
