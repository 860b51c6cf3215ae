import { Logger } from '@aws-lambda-powertools/logger'
import { isUrgent, urgentMark } from '#schema/alarms.ts'
import { sourcePlaceOf } from './source-places.ts'

/**
 * Structured lines through one logger. What may be in them: request id, caller id, endpoint name, entity ids, codes,
 * counts, durations. Never bodies, headers, tokens, access codes, email addresses or names.
 */
export type Log = {
  info: (message: string, fields?: LogFields) => void
  warn: (message: string, fields?: LogFields) => void
  error: (message: string, fields?: LogFields) => void
}
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The logger of a subject or job; Powertools adds level, time and service. */
export const systemLog = (service: string): Log => {
  const logger = new Logger({ serviceName: service })
  return {
    info: (message, fields = {}) => logger.info(message, { ...fields }),
    warn: (message, fields = {}) => logger.warn(message, { ...fields }),
    // The logger marks it, so that no caller can forget to.
    error: (message, fields = {}) =>
      logger.error(message, { ...fields, ...(isUrgent(message) && { [urgentMark]: true }) }),
  }
}

/**
 * What of an unexpected error may be logged: its class and where it arose. The message is left out, since libraries put
 * values of users into theirs.
 */
export const describeError = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        error: error.name,
        at: (error.stack ?? '')
          .split('\n')
          .slice(1, 6)
          .map((line) => sourcePlaceOf(line.trim()))
          .join(' | '),
      }
    : { error: typeof error }
