import {
  BadgePoundSterling,
  ChartLine,
  Images,
  KeyRound,
  Link2,
  type LucideIcon,
  MessageSquareHeart,
  ShoppingBag,
  Stamp,
  Upload,
} from 'lucide-react'

type Feature = { icon: LucideIcon; title: string; text: string }

/** The nine features of the grid. */
export const features: readonly Feature[] = [
  {
    icon: Images,
    title: 'A gallery in five minutes',
    text: 'Name it, drop your photos in, set a price. It is on sale when the last upload ends.',
  },
  {
    icon: BadgePoundSterling,
    title: 'A price for every photo',
    text: 'One price for the gallery, another for the frame that deserves it. Free is a price too.',
  },
  {
    icon: Upload,
    title: 'Originals, untouched',
    text: 'Up to 50MB a photo: JPEG, PNG, WebP, TIFF and RAW. Buyers get your file, not a copy of a copy.',
  },
  {
    icon: KeyRound,
    title: 'Private when it should be',
    text: 'An access code, a password, an expiry date, or all three. A locked gallery shows nothing, not even its cover.',
  },
  {
    icon: Stamp,
    title: 'Watermarks that hold',
    text: 'Your mark is burned into every preview. The clean original leaves storage only after it is paid for.',
  },
  {
    icon: MessageSquareHeart,
    title: 'Proofing without spreadsheets',
    text: 'Send one link. Your client says yes, maybe or no to each photo, and you take the list home.',
  },
  {
    icon: Link2,
    title: 'An address of your own',
    text: 'Choose a short name and every public gallery stands under it, ready for a business card.',
  },
  {
    icon: ShoppingBag,
    title: 'Buyers need no account',
    text: 'Name, email, card. The photos download at once, one by one or all together, and stay theirs.',
  },
  {
    icon: ChartLine,
    title: 'Every penny in the open',
    text: 'Each sale with its price, our fee, your share and the minute it clears. Payouts go out weekly.',
  },
]

type Step = { title: string; text: string }

/** The six steps of the onboarding dialog. */
export const steps: readonly Step[] = [
  {
    title: 'Create your account',
    text: 'An email address and a password, or your Google account. The first two months cost nothing, and we ask for no card.',
  },
  {
    title: 'Make a gallery',
    text: 'A title and a price per photo are enough. £15 is where we start; change it for the gallery or for single photos.',
  },
  {
    title: 'Drop your photos in',
    text: 'Hundreds at once if you like. Two travel at a time, each with its own progress, and what fails can be tried again.',
  },
  {
    title: 'Decide who sees them',
    text: 'Public galleries can be found by anyone. Private ones ask for a code, a password or both, and can end on a date.',
  },
  {
    title: 'Share the link',
    text: 'Send the gallery itself or your page name. Buyers choose, pay by card and download, without making an account.',
  },
  {
    title: 'Get paid every week',
    text: 'You keep 90% of every sale. It clears after 48 hours and goes to your bank on Monday morning.',
  },
]

type Question = { question: string; answer: string }

export const pricingQuestions: readonly Question[] = [
  {
    question: 'What happens after the two months?',
    answer:
      'You choose. For £6.99 a month you go on creating and uploading; without it your galleries stay open, keep selling and keep paying you.',
  },
  {
    question: 'Is 10% really all you take?',
    answer:
      'Yes. It is taken from what the buyer pays, after any discount. Card costs are ours, and nothing is added at checkout.',
  },
  {
    question: 'Can I leave?',
    answer: 'At any time. Whatever you have earned is paid out, and the photos people bought stay with them.',
  },
]

/** The ten questions of the FAQ. */
export const questions: readonly Question[] = [
  {
    question: 'How much does it cost to sell?',
    answer:
      'Nothing for the first two months, then £6.99 a month. Of each sale we take 10% and you keep 90%, launch period or not.',
  },
  {
    question: 'When do I get my money?',
    answer:
      'A sale is held for 48 hours in case something went wrong with it. After that it is available, and all of it is paid out every Monday. You can also ask for it sooner.',
  },
  {
    question: 'Do buyers need an account?',
    answer:
      'No. They browse, fill a cart and pay as guests. A name and an email address are all we ask for, so that the receipt finds them.',
  },
  {
    question: 'What does the buyer receive?',
    answer:
      'The original you uploaded or a 2048 px version for screens, whichever they choose, as often as they need it. Location and other personal data is taken out of the file first.',
  },
  {
    question: 'Which files can I upload?',
    answer:
      'JPEG, PNG, WebP, TIFF and RAW (raw, cr2, nef, arw), up to 50MB each. The preview of a RAW file comes from the picture inside it.',
  },
  {
    question: 'How are my photos protected?',
    answer:
      'Visitors only ever see reduced previews, with your watermark burned in if you switch it on. Originals lie in private storage. Nobody can stop a screenshot, and we will not pretend otherwise.',
  },
  {
    question: 'Can I keep a gallery private?',
    answer:
      'Yes: with an access code, a password or both, and with a date after which it closes. Until you set one of them, a private gallery is visible to you alone.',
  },
  {
    question: 'How does client proofing work?',
    answer:
      'You start a session for a gallery and send its link. Your client approves, rejects or marks each photo as maybe, and can leave a note. You see it fill up and export the choice.',
  },
  {
    question: 'Can I have my own address?',
    answer:
      'You choose a gallery page name of 3 to 30 characters, and your public galleries stand under it. It also works well on a card handed over at a wedding.',
  },
  {
    question: 'Can a purchase expire?',
    answer:
      'Never. Closing a gallery, deleting a photo or ending a subscription does not take back what somebody paid for. The link in the receipt keeps working.',
  },
]
