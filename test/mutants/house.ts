import type { Mutant } from './mutant.ts'

/** Rules that no test held once; each has its test now. */
export const houseMutants: readonly Mutant[] = [
  {
    name: 'of what a night makes good of two transfers at once, one is counted',
    file: 'functions/books/compare-transfers.ts',
    find: '        const noted = await settle(id)\n        settled += noted\n',
    replace: '        settled += await settle(id)\n',
    killedBy: {
      project: 'unit',
      file: 'test/functions/books/compare-transfers.test.ts',
      test: 'two of them in one page are both counted',
    },
  },
  {
    name: 'the discount code is left out of a checkout’s fingerprint',
    file: 'functions/checkout/checkout.ts',
    find: '        body.discountCode ?? null,\n        ...',
    replace: '        ...',
    killedBy: {
      project: 'unit',
      file: 'test/functions/checkout/checkout.test.ts',
      test: 'with another discount code is refused',
    },
  },
  {
    name: 'what cannot be cleaned goes to the buyer as it was uploaded',
    file: 'functions/deliveries/buyer-files.ts',
    find: "if (copy.kind === 'refused') return undefined",
    replace: "if (copy.kind === 'refused') return { key: file.originalKey, format: 'jpeg' }",
    killedBy: { project: 'unit', file: 'test/functions/deliveries/buyer-files.test.ts' },
  },
  {
    name: 'clients are reminded although the photographer is leaving',
    file: 'functions/proofing/proof-chores.ts',
    find: '!profile || profile.deletionRequestedAt !== null || ',
    replace: '!profile || ',
    killedBy: {
      project: 'unit',
      file: 'test/functions/proofing/proofing.test.ts',
      test: 'a photographer who is leaving makes dead',
    },
  },
  {
    name: 'a form that is being sent is sent again',
    file: 'frontend/src/shared/forms/use-form.ts',
    find: 'sending.current ??= transmit()',
    replace: 'sending.current = transmit()',
    killedBy: {
      project: 'web',
      file: 'test/frontend/shared/forms/use-form.test.tsx',
      test: 'what is being sent is not sent again',
    },
  },
  {
    name: 'an untouched expiry moves to the end of its day',
    file: 'frontend/src/features/galleries/own/gallery-settings.ts',
    find: 'gallery.expiresAt && dateOf(gallery.expiresAt) === day ? gallery.expiresAt : endOfDay(day)',
    replace: 'endOfDay(day)',
    killedBy: {
      project: 'web',
      file: 'test/frontend/features/galleries/own/gallery-settings-dialog.test.tsx',
      test: 'keeps its minute',
    },
  },
  {
    name: 'the key of a reversal is trusted longer than Stripe keeps it',
    file: 'functions/payments/recover-share.ts',
    find: 'const keyHours = 23',
    replace: 'const keyHours = 25',
    killedBy: {
      project: 'unit',
      file: 'test/functions/payments/after-a-fault.test.ts',
      test: 'never made a second time',
    },
  },
  {
    name: 'a gallery is asked with a grant that is over',
    file: 'frontend/src/shared/api/grants.ts',
    find: 'lasting(read(), 0)[galleryId]',
    replace: 'lasting(read())[galleryId]',
    killedBy: {
      project: 'web',
      file: 'test/frontend/shared/api/call-endpoint.test.ts',
      test: 'not asked with a grant that is over',
    },
  },
  {
    name: 'what Stripe refused before goes first again',
    file: 'functions/payouts/reserve-payout.ts',
    find: 'Number(isRefused(a)) - Number(isRefused(b)) || byAge(a, b)',
    replace: 'byAge(a, b)',
    killedBy: {
      project: 'unit',
      file: 'test/functions/payouts/payouts.test.ts',
      test: 'what Stripe refused before only after everything else',
    },
  },
  {
    name: 'a debt is pressed only after its thirtieth day',
    file: 'functions/books/debts.ts',
    find: 'limits.payout.negativeDays * 24) > now()',
    replace: 'limits.payout.negativeDays * 24) >= now()',
    killedBy: { project: 'unit', file: 'test/functions/books/debts.test.ts', test: 'for 30 days' },
  },
  {
    name: 'a token of another client signs in',
    file: 'functions/shared/identity/token-verifier.ts',
    find: 'claims.data.client_id === clientId && ',
    replace: '',
    killedBy: {
      project: 'unit',
      file: 'test/functions/shared/identity/token-verifier.test.ts',
      test: 'another client of the pool',
    },
  },
]
