import type { TemplateName } from '../mail-contents.ts'
import { addressConfirmation } from './address-confirmation.ts'
import { cartLeft } from './cart-left.ts'
import { downloadsWaiting } from './downloads-waiting.ts'
import { exportReady } from './export-ready.ts'
import { favouritesSent } from './favourites-sent.ts'
import { galleryClosing } from './gallery-closing.ts'
import { galleryExpiring } from './gallery-expiring.ts'
import { galleryGuessed } from './gallery-guessed.ts'
import { galleryInvitation } from './gallery-invitation.ts'
import { mailsStopped } from './mails-stopped.ts'
import { payoutFailed } from './payout-failed.ts'
import { payoutReturned } from './payout-returned.ts'
import { payoutSent } from './payout-sent.ts'
import { photosReady } from './photos-ready.ts'
import { proofCompleted } from './proof-completed.ts'
import { proofInvitation } from './proof-invitation.ts'
import { proofReminder } from './proof-reminder.ts'
import { receipt } from './receipt.ts'
import { refundReturned } from './refund-returned.ts'
import { refundSent } from './refund-sent.ts'
import { reportReceived } from './report-received.ts'
import { saleMade } from './sale-made.ts'
import { salesMade } from './sales-made.ts'
import { salesOfDay } from './sales-of-day.ts'
import { signUpTried } from './sign-up-tried.ts'
import { takedownLifted, takenDown } from './taken-down.ts'
import { trialEnding } from './trial-ending.ts'

/** Every mail the product sends: what it needs to know (`data`, of mail-contents.ts) and how it reads (`render`). */
export const templates = {
  receipt,
  'refund-sent': refundSent,
  'refund-returned': refundReturned,
  'photos-ready': photosReady,
  'export-ready': exportReady,
  'sale-made': saleMade,
  'sales-of-day': salesOfDay,
  'downloads-waiting': downloadsWaiting,
  'sales-made': salesMade,
  'payout-sent': payoutSent,
  'payout-failed': payoutFailed,
  'payout-returned': payoutReturned,
  'trial-ending': trialEnding,
  'gallery-expiring': galleryExpiring,
  'gallery-guessed': galleryGuessed,
  'gallery-invitation': galleryInvitation,
  'address-confirmation': addressConfirmation,
  'gallery-closing': galleryClosing,
  'cart-left': cartLeft,
  'mails-stopped': mailsStopped,
  'proof-invitation': proofInvitation,
  'proof-reminder': proofReminder,
  'proof-completed': proofCompleted,
  'favourites-sent': favouritesSent,
  'report-received': reportReceived,
  'sign-up-tried': signUpTried,
  'taken-down': takenDown,
  'takedown-lifted': takedownLifted,
} as const satisfies Record<TemplateName, unknown>
