import * as z from 'zod'
import { formatPounds, minimumChargePence } from './money.ts'

/**
 * Every error the API answers, with its status and default sentence. A code is added here and nowhere else: maps over
 * it are exhaustive and refuse to compile until the new code is answered.
 */
export const errors = {
  invalid_request: [400, 'Something in this request is not right. Check the marked fields and try again.'],
  invalid_json: [400, 'The request body is not valid JSON.'],
  invalid_cursor: [400, 'This list has moved on. Load it again from the start.'],
  invalid_signature: [400, 'The signature does not match.'],
  unauthenticated: [401, 'Please sign in and try again.'],
  trial_expired: [402, 'Your trial has expired. Please subscribe to access this feature.'],
  forbidden: [403, 'You may not do this.'],
  sign_in_too_old: [403, 'Please sign in again to go on.'],
  account_closing: [
    403,
    'You asked for this account to be deleted. Your settings show what that waits for, and let you keep the account.',
  ],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'Nothing of this kind can be asked of this address.'],
  gallery_not_found: [404, 'Gallery not found'],
  photo_not_found: [404, 'Photo not found'],
  photographer_not_found: [404, 'Photographer not found'],
  order_not_found: [404, 'Order not found'],
  payout_not_found: [404, 'Payout not found'],
  proof_session_not_found: [404, 'Session not found or invalid token'],
  proof_session_closed: [409, 'The deadline of this review has passed. Ask your photographer for more time.'],
  proof_session_pending: [409, 'Some photos wait for your decision.'],
  gallery_taken_down: [409, 'This gallery was taken down. Its card in the dashboard says why.'],
  ordering_under_way: [409, 'The photos are still being put into order. Please try again shortly.'],
  pricing_under_way: [409, 'The photos are still being priced. Please try again once all of them are done.'],
  gallery_closed_to_all: [409, 'Nobody but you can open this gallery. Give it an access code or a password first.'],
  favourites_full: [409, 'Your favourites hold 500 photos. Take one out to add another.'],
  favourites_gone: [409, 'None of these photos is in the gallery any more. Load the page again to see those that are.'],
  favourites_list_not_found: [
    404,
    'These favourites are not here any more. They were deleted, or sent again: look for a newer list.',
  ],
  own_gallery: [409, 'Likes are for the visitors of a gallery.'],
  gallery_locked: [403, 'This gallery is private. Enter its access code to see it.'],
  invalid_access_code: [403, 'Please check your access code and try again.'],
  session_needed: [400, 'Please load this page again, then try once more.'],
  gallery_expired: [409, 'This gallery has expired. Extend it in its settings first.'],
  gallery_stays_open: [409, 'There is no mail to send for this gallery. Please note until when it is open.'],
  link_over: [404, 'This link is not complete, or it is over. Please open it from your newest mail.'],
  mails_stopped: [
    409,
    'Two people reported mails that you sent as unwanted, so no more are sent for you. Send the link yourself, and write to support.',
  ],
  recipient_unsubscribed: [409, 'This person has unsubscribed from your mails. Please send them the link yourself.'],
  gallery_expires_first: [409, 'This gallery expires before the deadline. Extend it in its settings first.'],
  comments_not_allowed: [403, 'Feedback is switched off for this gallery.'],
  selection_full: [409, 'You have chosen as many photos as were asked for. Take one back to choose another.'],
  invalid_session: [400, 'Invalid session'],
  payment_failed: [402, 'Failed to process payment'],
  free_order_failed: [409, 'Failed to process free order'],
  not_purchased: [403, 'This photo has not been bought with this order.'],
  zip_gone: [409, 'These files are no longer packed. Please prepare them again.'],
  download_not_allowed: [403, 'This photo cannot be downloaded without buying it.'],
  download_limit_reached: [403, 'The download limit of this gallery has been reached.'],
  cart_empty: [422, 'Please add some photos to your cart before checkout.'],
  cart_too_large: [422, 'A cart holds at most 500 photos. Please buy some of them first.'],
  cart_too_many_photographers: [422, 'A cart holds photos of at most 40 photographers. Please buy some of them first.'],
  wholes_too_large: [422, 'Whole galleries of one order hold at most 4,000 photos. Please buy one of them first.'],
  items_unavailable: [409, 'Some photos in your cart can no longer be bought. Remove them to go on.'],
  items_locked: [409, 'A private gallery in your cart has closed. Open it, or your review, again to go on.'],
  upgrade_under_way: [
    409,
    'An upgrade in your cart is being paid for already. Please go on there, or take it out and try it again in half an hour.',
  ],
  too_many_upgrades: [422, 'One order upgrades at most 20 photos. Please buy these first.'],
  price_changed: [409, 'Some prices have changed. Please look at the new total before you pay.'],
  total_too_small: [422, 'Card payments start at 30p. Please add another photo.'],
  total_too_large: [422, 'One order is £100,000 at most. Please buy some of these photos in an order of their own.'],
  invalid_discount_code: [422, 'Please check your discount code and try again.'],
  code_for_others: [422, 'This code is for other photos than those in your cart.'],
  code_minimum: [422, 'This code needs more photos of its photographer in your cart.'],
  code_for_another: [
    422,
    'This code is for another email address. Enter the address that it was given to, or take the code out.',
  ],
  code_used_up: [409, 'This code has been used as often as it may be with your email address.'],
  code_taken: [409, 'You have this code already: capitals and blanks make no difference.'],
  code_not_found: [404, 'There is no such code.'],
  too_many_codes: [409, 'You have as many codes as one photographer can have. Use one of them again.'],
  checkout_expired: [409, 'This checkout has expired. Please try again.'],
  idempotency_mismatch: [409, 'This request was already made with other content. Please try again.'],
  changed_meanwhile: [409, 'This was changed in another tab or by someone else. Here is how it looks now.'],
  page_name_taken: [409, 'This gallery page name is already taken.'],
  page_name_invalid: [
    422,
    'Use 3 to 30 lowercase letters, numbers and hyphens; begin and end with a letter or number.',
  ],
  missing_display_name: [422, 'Please set your display name first.'],
  invalid_website: [422, 'Please enter a web address such as https://example.com.'],
  password_too_long: [422, 'A gallery password can be at most 72 bytes long.'],
  file_type_refused: [422, 'File type must be JPEG, PNG, WebP, TIFF or RAW.'],
  file_too_large: [413, 'File is larger than 52428800 bytes'],
  file_too_small: [422, 'File is smaller than 1 bytes'],
  upload_missing: [409, 'The file has not arrived yet. Please upload it again.'],
  quota_reached: [
    409,
    'Your storage is full. Subscribe or write to support for more room, or delete photos: their room comes back within two days.',
  ],
  no_balance: [409, "You don't have any available balance to withdraw."],
  no_payout_account: [409, 'Please set up your payout account first.'],
  other_account: [409, 'Somebody else is signed in by now. Load the page again.'],
  payouts_on_hold: [409, 'Your payouts are on hold. Your balance says why.'],
  payout_in_progress: [409, 'A payout is already on its way.'],
  too_many_requests: [429, 'Too many tries. Please wait a little and try again.'],
  payload_too_large: [413, 'This request is too large.'],
  file_unavailable: [503, 'This file cannot be downloaded just now. We have been told and are looking into it.'],
  unavailable: [503, 'This is not available right now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errors

/** "40 seconds", "1 minute", "3 hours": rounded up, so that who waits that long waits long enough. */
const waitOf = (seconds: number): string => {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 90) return of(whole, 'second')
  if (whole <= 90 * 60) return of(Math.ceil(whole / 60), 'minute')
  return of(Math.ceil(whole / 3_600), 'hour')
}

/** What people read of a refusal: where it ends by itself, why and how long (`details.why`, `details.retryAfterSeconds`). */
export const sentenceFor = (code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): string => {
  const { retryAfterSeconds: seconds, why, minimumPence } = details
  if (code === 'code_minimum' && typeof minimumPence === 'number')
    return `This code begins at ${formatPounds(minimumPence)} of its photographer’s photos.`
  // What the installation asks for; the card provider's own minimum has the words of the table.
  if (code === 'total_too_small' && typeof minimumPence === 'number' && minimumPence > minimumChargePence)
    return `An order starts at ${formatPounds(minimumPence)}. Please add another photo.`
  const isTold = code === 'too_many_requests' || (code === 'unavailable' && typeof why === 'string')
  if (!isTold || typeof seconds !== 'number') return errors[code][1]
  const reason = typeof why === 'string' ? why : 'Very many requests came at once from you or your network.'
  return `${reason} Please try again in ${waitOf(seconds)}.`
}

const codes = z.record(z.string(), z.unknown())
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** One field of a request that was refused: its path ("title", "photos.0.pricePence") and why. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** The body of every answer that is not 2xx. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string().refine(isErrorCode),
    message: z.string(),
    requestId: z.string(),
    fields: z.array(FieldProblem).optional(),
    details: codes.optional(),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** An error that the caller may see: a code of the closed list, and details that the code's readers know. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  readonly fields: FieldProblem[]

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, fields: FieldProblem[] = []) {
    super(sentenceFor(code, details))
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.fields = fields
  }
}
