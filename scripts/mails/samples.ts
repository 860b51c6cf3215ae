import type { TemplateName } from '#functions/mail/mail-contents.ts'
import type { TemplateData } from '#functions/mail/outbox.ts'
import { addresses, paths } from '#schema/paths.ts'
import type { Trader } from '#schema/trader.ts'

const site = 'https://darkslide.example'
const name = 'Iris Calloway'
const review = site + paths.proof({ token: 'fJ8xQ2vTn4bYzK7mWc1sRg' })

/** Who runs the installation of the samples. */
export const trader: Trader = {
  name: 'Northlight Pictures Ltd',
  address: '1 Quay Street, Bristol BS1 4DA',
  companyNumber: '01234567',
  vat: { number: 'GB123456789', percent: 20 },
}

/** One of every mail, as it may look in life: for the pictures in docs/mails and for tests. */
export const samples: { readonly [N in Exclude<TemplateName, 'sales-made'>]: TemplateData<N> } = {
  receipt: {
    name: 'Hannah Price',
    orderNumber: 'DS-7K3M9Q2A',
    orderUrl: site + addresses.paidOrder('cs_live_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ'),
    paidAt: '2030-09-12T13:05:00.000Z',
    lines: [
      { title: 'The ridge at first light', pricePence: 1_500, photographerName: name },
      {
        title: 'Runner 214, the last climb before the finish',
        pricePence: 1_500,
        photographerName: 'Tobias Lindqvist',
      },
    ],
    discountPence: 300,
    totalPence: 2_700,
    hasConsent: true,
  },
  'photos-ready': {
    name: 'Hannah Price',
    orderNumber: 'DS-7K3M9Q2A',
    orderUrl: site + addresses.paidOrder('cs_live_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ'),
    files: 140,
    parts: 2,
    keptUntil: '2030-09-19T13:05:00.000Z',
  },
  'export-ready': {
    name: 'Hannah Price',
    settingsUrl: site + paths.settings(),
    files: 4_312,
    parts: 9,
    keptUntil: '2030-09-19T13:05:00.000Z',
  },
  'refund-sent': {
    name: 'Hannah Price',
    orderNumber: 'DS-7K3M9Q2A',
    orderUrl: site + addresses.paidOrder('cs_live_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ'),
    amountPence: 1_350,
    totalPence: 2_700,
    titles: ['The ridge at first light'],
  },
  'refund-returned': {
    name: 'Hannah Price',
    orderNumber: 'DS-7K3M9Q2A',
    orderUrl: site + addresses.paidOrder('cs_live_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ'),
    amountPence: 1_350,
  },
  'gallery-invitation': {
    accent: '#1f6f5c',
    photographerName: name,
    title: 'Maya and Tom, 12 September',
    accessCode: 'MAYATOM12',
    asksPassword: false,
    expiresAt: '2031-09-12T22:59:59.000Z',
    link: site + paths.gallery({ galleryId: 'gal_01PYHCKP10WPZFRJ5Y8HB77HW4' }),
  },
  'address-confirmation': {
    accent: '#1f6f5c',
    photographerName: name,
    title: 'Maya and Tom, 12 September',
    link: site + paths.confirmAddress({ token: 'eyJhIjoxfQ.rYq0y7' }),
  },
  'gallery-closing': {
    accent: '#1f6f5c',
    photographerName: name,
    title: 'Maya and Tom, 12 September',
    expiresAt: '2031-09-12T22:59:59.000Z',
    link: site + paths.gallery({ galleryId: 'gal_01PYHCKP10WPZFRJ5Y8HB77HW4' }),
  },
  'cart-left': {
    accent: '#1f6f5c',
    photographerNames: [name],
    titles: ['Maya and Tom, 12 September'],
    moreTitles: 0,
    photos: 7,
    wholes: 0,
    link: site + addresses.keptCart('eyJhIjoxfQ.rYq0y7'),
    until: '2030-09-26T13:05:00.000Z',
  },
  'mails-stopped': { name, dashboardUrl: site + addresses.dashboardTab('galleries') },
  'proof-invitation': {
    photographerName: name,
    title: 'Choose your twenty',
    galleryTitle: 'Maya and Tom, 12 September',
    description:
      'Please choose twenty photos for the album. Take your time, and change your mind as often as you like.',
    deadlineAt: '2030-10-05T17:00:00.000Z',
    link: review,
  },
  'proof-reminder': {
    photographerName: name,
    title: 'Choose your twenty',
    pendingCount: 46,
    deadlineAt: '2030-10-05T17:00:00.000Z',
    link: review,
  },
  'proof-completed': {
    name,
    title: 'Choose your twenty',
    galleryTitle: 'Maya and Tom, 12 September',
    approved: 20,
    maybe: 7,
    rejected: 93,
    selectionTarget: 20,
    dashboardUrl: site + addresses.dashboardTab('proofing'),
  },
  'favourites-sent': {
    name,
    galleryTitle: 'Maya and Tom, 12 September',
    from: 'Maya Osei',
    email: 'maya@example.com',
    note: 'These are the ones for the album. The first dance may be in black and white, if you like.',
    count: 24,
    url: site + addresses.favouritesList('gal_01PYHCKP10WPZFRJ5Y8HB77HW4', 'fvl_01PYHCKP10WPZFRJ5Y8HB77HW5'),
  },
  'report-received': {
    reportId: 'rep_4T8QJ2M7XW0C5R1N9K3VZB6HYD',
    what: 'photo',
    subjectId: 'pho_01JR3V5T7X9Z1B3D5F7H9K1M3P',
    title: 'Runner 214, the last climb before the finish',
    reason: 'It shows me, or someone I speak for, against our will',
    text: 'This is my daughter. We asked on the day that she is not shown.',
    from: 'parent@example.com',
    url: site + addresses.photo('gal_01JR3V5T7X9Z1B3D5F7H9K1M3N', 'pho_01JR3V5T7X9Z1B3D5F7H9K1M3P'),
  },
  'sign-up-tried': { signInUrl: site + paths.auth() },
  'taken-down': {
    name,
    what: 'photo',
    title: 'Runner 214, the last climb before the finish',
    reason: 'A parent asks that this picture of their child is not shown.',
    isExportGone: true,
    url: site + paths.dashboard(),
  },
  'takedown-lifted': {
    name,
    what: 'photo',
    title: 'Runner 214, the last climb before the finish',
    url: site + paths.dashboard(),
  },
  'sale-made': {
    name,
    orderNumber: 'DS-7K3M9Q2A',
    titles: ['The ridge at first light', 'Runner 214, the last climb before the finish'],
    grossPence: 2_700,
    feePence: 270,
    sharePence: 2_430,
    balanceUrl: site + addresses.dashboardTab('balance'),
  },
  'sales-of-day': {
    name,
    day: '2031-09-12',
    orders: 6,
    photos: 23,
    grossPence: 31_050,
    feePence: 3_105,
    sharePence: 27_945,
    balanceUrl: site + addresses.dashboardTab('balance'),
  },
  'downloads-waiting': {
    name: 'Hannah Price',
    orderNumber: 'DS-7K3M9Q2A',
    photos: 12,
    orderUrl: `${site}${addresses.paidOrder('cs_live_a1B2c3')}`,
  },
  'payout-sent': { name, amountPence: 14_580, balanceUrl: site + addresses.dashboardTab('balance') },
  'payout-failed': { name, amountPence: 14_580, balanceUrl: site + addresses.dashboardTab('balance') },
  'payout-returned': {
    name,
    amountPence: 14_580,
    reason: 'returned',
    balanceUrl: site + addresses.dashboardTab('balance'),
  },
  'trial-ending': { name, endsAt: '2030-03-01T10:00:00.000Z', dashboardUrl: site + paths.dashboard() },
  'gallery-guessed': {
    name,
    title: 'Maya and Tom, 12 September',
    dashboardUrl: site + addresses.dashboardTab('galleries'),
  },
  'gallery-expiring': {
    name,
    title: 'The Ridge in October',
    expiresAt: '2030-11-20T09:00:00.000Z',
    dashboardUrl: site + addresses.dashboardTab('galleries'),
  },
}

/** Mails in a photographer's name, which end with a link that stops them (docs/mails.md, “unless unsubscribed”). */
export const unsubscribable: ReadonlySet<string> = new Set([
  'gallery-invitation',
  'address-confirmation',
  'gallery-closing',
  'cart-left',
  'proof-invitation',
  'proof-reminder',
])
