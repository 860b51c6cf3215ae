import { join } from 'node:path'
import * as z from 'zod'
import { apiClient } from '#local/api-client/api-client.ts'
import { people } from '#local/seed/people.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import { root } from '../tools.ts'
import type { Visitor } from './visitor.ts'

type Walk = {
  readonly what: string
  readonly size: { readonly width: number; readonly height: number }
  readonly steps: (visitor: Visitor, site: string) => Promise<void>
}

/** As narrow as MiniBrowser lets itself be made. */
const phone = { width: 450, height: 844 }
const desktop = { width: 1280, height: 900 }
const demoGallery = paths.portfolioGallery({ subdomain: 'iris-calloway', slug: 'the-ridge-in-october' })

const buys: Walk = {
  what: 'a guest on a phone finds a photo, looks at it, likes it, buys it and downloads it',
  size: phone,
  steps: async ({ goTo, press, fill, tick, see, isAt, looksAround }) => {
    await goTo(demoGallery)
    await see('text', 'The Ridge in October')
    await looksAround('the gallery')
    await press('button', 'View photos')
    await press('button', 'Favourite: ')
    await see('text', 'My favourites (1)')
    await press('button', 'Add ')
    await see('text', 'has been added to your cart')
    await press('link', 'Cart')
    await looksAround('the cart')
    await press('button', 'Proceed to Payment')
    await see('text', 'Please fill in your email address.')
    await fill('Full name', 'Hannah O’Neill-Ćwik')
    await fill('Email', 'hannah@example.com')
    await tick(deliveryConsent.text)
    await press('button', 'Proceed to Payment')
    await fill('Card number', '4242 4242 4242 4242')
    await fill('Expiry', '12 / 34')
    await fill('Security code', '123')
    await press('button', 'Pay £')
    await isAt(`${paths.purchaseSuccess()}?session_id=`)
    await see('text', 'Hannah O’Neill-Ćwik')
    await looksAround('the order')
    await press('button', 'Download Original')
    await see('text', 'Thank you')
  },
}

/** The part of `/config.json` that signs people in. */
const Configuration = z.object({ userPoolEndpoint: z.string(), userPoolClientId: z.string() })
/** Where the demo market's wedding is, which nothing public leads to: its photographer knows. */
const weddingAt = async (site: string): Promise<string> => {
  const { userPoolEndpoint, userPoolClientId } = Configuration.parse(
    await (await fetch(new URL('/config.json', site))).json(),
  )
  const accounts = people({ endpoint: userPoolEndpoint, clientId: userPoolClientId }, async () => '')
  const own = apiClient(site, await accounts.signIn({ email: 'iris@darkslide.example', password: 'darkroom' }))
  accounts.close()
  const { items } = await own.call(api.galleries.endpoints.mine, { query: {} })
  const wedding = items.find(({ title }) => title === 'Maite & Jon')
  if (!wedding) throw new Error('The demo market has no wedding.')
  return paths.gallery({ galleryId: wedding.id })
}

const unlocks: Walk = {
  what: 'a couple on a phone opens their private gallery, after a wrong code',
  size: phone,
  steps: async ({ goTo, press, fill, see, looksAround }, site) => {
    await goTo(await weddingAt(site))
    await see('text', 'This gallery is private')
    await fill('Access code', 'maitejoa')
    await press('button', 'Open Gallery')
    await see('text', 'Please check your access code and try again.')
    await looksAround('the locked gallery')
    // One letter is mended, as people do.
    await fill('Access code', '\uE003n')
    await press('button', 'Open Gallery')
    await see('text', 'Maite & Jon')
    await see('button', 'Favourite: ')
    await looksAround('the opened gallery')
  },
}

const Mails = z.array(z.object({ to: z.array(z.string()), text: z.string().optional() }))
const codeFor = async (site: string, email: string): Promise<string> => {
  const mails = Mails.parse(await (await fetch(new URL('/__local/api/outbox', site))).json())
  const text = mails.findLast(({ to }) => to.includes(email))?.text ?? ''
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

const sells: Walk = {
  what: 'a photographer signs up with the mailed code, makes a gallery and uploads photographs',
  size: desktop,
  steps: async ({ goTo, press, fill, see, isAt, choose, chooseFiles, looksAround }, site) => {
    const run = Date.now().toString(36)
    const email = `vera-${run}@example.com`
    await goTo(paths.auth())
    await press('tab', 'Sign Up')
    await fill('Display Name', 'Vera Lund')
    await fill('Email', email)
    await fill('Password', 'shutter')
    await looksAround('signing up')
    await press('button', 'Sign Up')
    await see('field', 'Confirmation code')
    await fill('Confirmation code', await codeFor(site, email))
    await press('button', 'Confirm')
    await see('button', 'Account')
    await goTo(paths.dashboard())
    await press('button', 'Create Gallery')
    await fill('Title', `Harbour ${run}`)
    await press('answer', 'Create')
    await see('text', 'Gallery created successfully!')
    await looksAround('the dashboard')
    await goTo(paths.upload())
    await choose('Gallery', `Harbour ${run}`)
    await chooseFiles(['nuthatch.jpg', 'estuary-bridge.jpg'].map((file) => join(root, 'local/seed/photos', file)))
    await press('button', 'Upload 2')
    await see('text', 'Upload complete')
    await goTo(paths.browse())
    await see('text', `Harbour ${run}`)
    await press('link', `Harbour ${run}`)
    await isAt(paths.gallery({ galleryId: '' }))
    await press('button', 'View photos')
    await see('button', 'Open nuthatch')
  },
}

const publicPages = [
  paths.home(),
  paths.browse(),
  paths.auth(),
  paths.cart(),
  paths.terms(),
  paths.portfolio({ subdomain: 'iris-calloway' }),
  demoGallery,
  '/one/two/three',
]
const looks = (size: Walk['size'], on: string): Walk => ({
  what: `public pages on ${on}`,
  size,
  steps: async ({ goTo, looksAround, see }) => {
    for (const path of publicPages) {
      await goTo(path)
      await see('text', 'Darkslide')
      await looksAround(path)
    }
  },
})

export const walks: readonly Walk[] = [buys, unlocks, sells, looks(phone, 'a phone'), looks(desktop, 'a desktop')]
