import type { SettingName } from '#schema/settings.ts'

export type QueueName = Extract<SettingName, `${string}_QUEUE_URL`>
/** Puts messages into a queue; resolves once SQS has them all. @throws when any was not accepted. */
export type Send = (queue: QueueName, messages: readonly unknown[]) => Promise<void>
