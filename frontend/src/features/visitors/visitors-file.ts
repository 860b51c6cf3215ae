import type { GalleryVisitor } from '#schema/api/visitors.ts'
import { csvOf } from '#schema/csv.ts'

/** How a visitor stands to mails of the photographer. */
export const standingOf = ({
  consentAt,
  consentConfirmedAt,
  unsubscribedAt,
}: Pick<GalleryVisitor, 'consentAt' | 'consentConfirmedAt' | 'unsubscribedAt'>): string => {
  if (unsubscribedAt !== null) return 'Unsubscribed'
  if (consentAt === null) return 'No consent'
  return consentConfirmedAt === null ? 'Consent, not confirmed' : 'Consent, confirmed'
}

/** The visitors of a gallery as a file for a spreadsheet. */
export const visitorsFile = (visitors: readonly GalleryVisitor[]): string =>
  csvOf([
    [
      'Email',
      'First visit (UTC)',
      'Last visit (UTC)',
      'Consent',
      'Consent given (UTC)',
      'Words agreed to',
      'Consent confirmed (UTC)',
      'Address confirmed (UTC)',
      'Unsubscribed (UTC)',
      'Tell before closing',
    ],
    ...visitors.map((visitor) => [
      visitor.email,
      visitor.firstAt,
      visitor.lastAt,
      standingOf(visitor),
      visitor.consentAt ?? '',
      visitor.consentVersion ?? '',
      visitor.consentConfirmedAt ?? '',
      visitor.confirmedAt ?? '',
      visitor.unsubscribedAt ?? '',
      visitor.wantsClosing ? 'yes' : 'no',
    ]),
  ])
