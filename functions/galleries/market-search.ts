import type { Question } from './browse-question.ts'
import type { Found } from './search-ranked.ts'

/**
 * Finds listed galleries that have every word of a question, or longer words that begin so: those that have all of them
 * exactly first, then the newest, or in another order that was asked for. What every engine behind it promises is
 * test/support/search/search-contract.ts. A page that begins behind a place may be answered by another engine than gave it.
 * @param at Galleries that expired before it are not found.
 */
export type MarketSearch = (question: Question, at: Date) => Promise<Found>
