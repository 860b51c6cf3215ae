import type { PriceStep } from '#schema/offers.ts'

/**
 * The demo market: who sells what. Pictures are those of local/seed/photos (licences in CREDITS.md there; each photo's
 * description carries its credit). The people are invented. The seed performs this through the application's own API.
 */

export const demoPassword = 'darkroom'

type SeedPhoto = {
  file: string
  title: string
  /** Pounds; absent: the gallery's price. */
  pounds?: number
  isFeatured?: true
  /** Further prints cut from the same negative: how many. */
  crops?: number
  /** At a race: when the first and the last of them were taken, by the camera's clock. */
  taken?: readonly [first: string, last: string]
}
export type SeedGallery = {
  slug: string
  title: string
  description: string
  pounds: number
  /** Months before today. */
  monthsAgo: number
  isPublic?: false
  accessCode?: string
  password?: string
  clientEmail?: string
  watermark?: string
  /** Closed: its last day is past. */
  isExpired?: true
  downloadLimit?: number
  /** A race: its photos show runners with these numbers, by which they are found. */
  runners?: readonly string[]
  /** What is taken off where several of its photos are bought together. */
  priceSteps?: readonly PriceStep[]
  /** Pounds of the Web size of each of its photos, where that is smaller than the Original. */
  webPounds?: number
  /** Pounds of all its photos together. */
  wholePounds?: number
  /** A code that makes so many of its photos free. */
  code?: { name: string; photos: number; maxUses: number }
  /** Names of its sets: its photos are spread over them, in their order. */
  sets?: readonly string[]
  /** Asks the gallery's client to review it; half of the photos are decided. */
  proof?: { title: string; description: string; target: number }
  /** A visitor sends their favourites of it: every so manieth photo. */
  favourites?: { name: string; email: string; note: string; every: number }
  views: number
  likes: number
  photos: SeedPhoto[]
}
export type SeedPhotographer = {
  name: string
  email: string
  pageName: string
  bio: string
  website: string
  monthsAgo: number
  /** Without it the two months of the launch period are simply over. */
  hasPayoutAccount: boolean
  /** What the account shows to somebody who looks around. */
  note: string
  /** Access beyond the launch period, given by support. */
  isComplimentary: boolean
  galleries: SeedGallery[]
}

export const photographers: SeedPhotographer[] = [
  {
    name: 'Iris Calloway',
    email: 'iris@darkslide.example',
    pageName: 'iris-calloway',
    bio: 'Mountains before breakfast, valleys by lunch. I walk the ridges of northern Spain with one camera and too many sandwiches.',
    website: 'https://iris-calloway.example',
    monthsAgo: 12,
    hasPayoutAccount: true,
    isComplimentary: true,
    note: 'a year of sales and payouts, a race with packs, a whole gallery for one price, a wedding with a code',
    galleries: [
      {
        slug: 'ridge',
        title: 'The Ridge in October',
        description: 'Four days on the Aitzgorri ridge, when the beech turns and the fog comes up to the ankles.',
        pounds: 15,
        wholePounds: 120,
        monthsAgo: 11.5,
        views: 42,
        likes: 9,
        photos: [
          { file: 'aitzgorri-ridge.jpg', title: 'Aitzgorri, first light', isFeatured: true, pounds: 25 },
          { file: 'mountain-sunset.jpg', title: 'Last sun, no wind', isFeatured: true },
          { file: 'picos-de-europa.jpg', title: 'Picos from the pass', crops: 6 },
          { file: 'woodland-stream.jpg', title: 'Beech stream', pounds: 18, crops: 3 },
        ],
      },
      {
        slug: 'half-marathon',
        title: 'Valley Half Marathon',
        description: 'Everybody who finished, and one who ran it backwards. Find your number, keep your picture.',
        pounds: 9,
        monthsAgo: 6,
        views: 64,
        likes: 12,
        priceSteps: [
          { from: 3, percent: 10 },
          { from: 5, percent: 20 },
          { from: 10, percent: 25 },
        ],
        runners: ['214', '7', '58', '1208', '33', '460', '912', '81', '2051', '126', '377', '640'],
        photos: [
          { file: 'picos-de-europa.jpg', title: 'The start', isFeatured: true, crops: 24, taken: ['09:00', '09:06'] },
          { file: 'woodland-stream.jpg', title: 'Kilometre eight', crops: 22, taken: ['09:32', '10:14'] },
          { file: 'mountain-sunset.jpg', title: 'The finish', crops: 18, taken: ['10:19', '11:41'] },
        ],
      },
      {
        slug: 'wedding',
        title: 'Maite & Jon',
        description: 'Your day, all of it. Choose what goes into the album; the link to your review is in your email.',
        pounds: 20,
        monthsAgo: 1,
        isPublic: false,
        accessCode: 'MAITEJON',
        clientEmail: 'maite@example.com',
        code: { name: 'ALBUM FOUR', photos: 4, maxUses: 10 },
        sets: ['Preparations', 'Ceremony', 'Party'],
        proof: {
          title: 'Your album',
          description: 'Four pages, so four pictures. Take your time; nothing is printed before you say so.',
          target: 4,
        },
        favourites: {
          name: 'Maite & Jon',
          email: 'maite@example.com',
          note: 'These are the ones for our parents’ albums.\nThe figs in black and white, if you like.',
          every: 2,
        },
        views: 6,
        likes: 2,
        photos: [
          { file: 'wine-and-drum.jpg', title: 'The band arrives', isFeatured: true, crops: 4 },
          { file: 'fig-in-red-bowl.jpg', title: 'What was left of the figs', crops: 3 },
        ],
      },
    ],
  },
  {
    name: 'Tobias Renn',
    email: 'tobias@darkslide.example',
    pageName: 'tobias-renn',
    bio: 'Small animals, long lenses, cold fingers.',
    website: 'https://renn.example',
    monthsAgo: 10,
    hasPayoutAccount: true,
    isComplimentary: true,
    note: 'wildlife with a burned-in watermark, prices up to £95, Web sizes at £12',
    galleries: [
      {
        slug: 'wings',
        title: 'Wings and Whiskers',
        description: 'A winter at the feeder and a summer at the pond.',
        pounds: 35,
        webPounds: 12,
        monthsAgo: 9,
        watermark: '© Tobias Renn',
        views: 55,
        likes: 14,
        photos: [
          { file: 'nuthatch.jpg', title: 'Nuthatch, upside down as usual', pounds: 95, isFeatured: true },
          { file: 'dragonfly.jpg', title: 'Dragonfly at rest', isFeatured: true, crops: 2 },
          { file: 'two-spaniels.jpg', title: 'Two spaniels, one window', pounds: 45 },
        ],
      },
      {
        slug: 'seeds',
        title: 'What the Wind Takes',
        description: 'Dandelions, mostly. Free to download for schools and everybody else, while the count lasts.',
        pounds: 0,
        monthsAgo: 5,
        downloadLimit: 50,
        views: 18,
        likes: 6,
        photos: [
          { file: 'dandelion-seeding.jpg', title: 'Dandelion, leaving', isFeatured: true },
          { file: 'dandelion-seeding.jpg', title: 'Seeds', crops: 3 },
        ],
      },
      {
        slug: 'puppies',
        title: 'Puppies of Harrow Farm',
        description: 'Eight weeks old and already famous. Ask the farm for the password.',
        pounds: 12,
        monthsAgo: 6.2,
        password: 'biscuit',
        views: 9,
        likes: 3,
        photos: [{ file: 'two-spaniels.jpg', title: 'The litter', isFeatured: true, crops: 5 }],
      },
    ],
  },
  {
    name: 'Noor Haddad',
    email: 'noor@darkslide.example',
    pageName: 'noor-haddad',
    bio: 'Still lifes and things people leave on tables.',
    website: 'https://noor.example',
    monthsAgo: 8,
    hasPayoutAccount: false,
    isComplimentary: true,
    note: 'money available, no payout account yet',
    galleries: [
      {
        slug: 'table',
        title: 'Things Left on Tables',
        description: 'A fig, a clock, brushes that were never washed.',
        pounds: 15,
        monthsAgo: 7,
        views: 31,
        likes: 8,
        photos: [
          { file: 'fig-in-red-bowl.jpg', title: 'Fig in a red bowl', isFeatured: true },
          { file: 'green-clock.jpg', title: 'Ten past green', crops: 2 },
          { file: 'paint-brushes.jpg', title: 'Never washed', pounds: 22, crops: 2 },
          { file: 'wine-and-drum.jpg', title: 'After the concert' },
        ],
      },
      {
        slug: 'folded',
        title: 'Folded',
        description: 'Paper birds made by strangers at a bus stop.',
        pounds: 7.5,
        monthsAgo: 4,
        views: 12,
        likes: 4,
        photos: [{ file: 'paper-bird.jpg', title: 'Crane no. 1', isFeatured: true, crops: 4 }],
      },
    ],
  },
  {
    name: 'Bram Okafor',
    email: 'bram@darkslide.example',
    pageName: 'bram-okafor',
    bio: 'Bridges, harbours, weather.',
    website: 'https://okafor.example',
    monthsAgo: 4,
    hasPayoutAccount: false,
    isComplimentary: false,
    note: 'the launch period is over: galleries are locked for editing',
    galleries: [
      {
        slug: 'estuary',
        title: 'Low Water',
        description: 'The estuary bridge at the lowest tide of the year.',
        pounds: 15,
        monthsAgo: 3.5,
        views: 22,
        likes: 5,
        photos: [
          { file: 'estuary-bridge.jpg', title: 'Bridge at low water', isFeatured: true },
          { file: 'estuary-bridge.jpg', title: 'Mud and iron', crops: 4 },
        ],
      },
      {
        slug: 'regatta',
        title: 'Harbour Regatta',
        description: 'The gallery of last summer’s race. It closed at the end of the season.',
        pounds: 11,
        monthsAgo: 3.2,
        isExpired: true,
        views: 14,
        likes: 2,
        photos: [{ file: 'mountain-sunset.jpg', title: 'Sails at dusk', isFeatured: true, crops: 3 }],
      },
    ],
  },
]

/** Buyers of the past year; each order takes its photos from one gallery or two. */
export const buyers = [
  { name: 'Hannah Price', email: 'hannah@example.com' },
  { name: 'Oskar Lind', email: 'oskar@example.com' },
  { name: 'Priya Nair', email: 'priya@example.com' },
  { name: 'Callum Reid', email: 'callum@example.com' },
  { name: 'Lucía Ferrer', email: 'lucia@example.com' },
  { name: 'Tom Ashworth', email: 'tom@example.com' },
] as const
