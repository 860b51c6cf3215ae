import { expect, test } from 'vitest'
import { DAY, openSession, standIn } from './stand-in.ts'

const visit = async (url: string | null) => {
  const answer = await fetch(url ?? '')
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const submit = async (url: string | null, fields: Record<string, string>) => {
  const answer = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

const card = (number: string) => ({ method: 'card', number, expiry: '12 / 34', cvc: '123', email: 'buyer@example.com' })

test('the page shows the lines and the total in pounds, and says that no money moves', async () => {
  const local = await standIn()
  const { url } = await openSession(local)

  const { status, text } = await visit(url)

  expect(status).toBe(200)
  expect(text).toContain('no real money moves')
  expect(text).toContain('Harbour at dawn')
  expect(text).toContain('<button type="submit">Pay £15.00</button>')
  expect(text).toContain('value="buyer@example.com" readonly')
  expect(text).toContain('<a href="https://shop.test/cart">Cancel</a>')
})

test('every field has a label, and nothing is loaded from elsewhere', async () => {
  const local = await standIn()
  const { url } = await openSession(local)

  const { text, headers } = await visit(url)

  const fields = [...text.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
  expect(fields).toEqual(['email', 'number', 'expiry', 'cvc', 'name'])
  for (const id of fields) expect(text).toContain(`<label for="${id}">`)
  expect(text).not.toMatch(/<script|style="|https?:\/\/(?!shop\.test)/)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self' https://shop.test; base-uri 'none'; frame-ancestors 'none'",
  )
  expect((await visit(`${local.url}/assets/page.css`)).headers.get('content-type')).toContain('text/css')
})

test('what a seller wrote stays text', async () => {
  const local = await standIn()
  const name = '<img src=x onerror=alert(1)>'
  const { url } = await openSession(local, {
    line_items: [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 500, product_data: { name } } }],
  })

  const { text } = await visit(url)

  expect(text).not.toContain('<img')
  expect(text).toContain('&#60;img src=x onerror=alert(1)&#62;')
})

test('paying leads to the success address with the id of the session', async () => {
  const local = await standIn()
  const { id, url } = await openSession(local)

  const paid = await submit(url, card('4242 4242 4242 4242'))

  expect(paid).toMatchObject({ status: 303, location: `https://shop.test/purchase-success?session_id=${id}` })
  expect((await local.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('a declined card shows why, and the page still takes another', async () => {
  const local = await standIn()
  const { url } = await openSession(local)

  const declined = await submit(url, card('4000000000000002'))
  const paid = await submit(url, card('4242424242424242'))

  expect(declined.status).toBe(200)
  expect(declined.text).toContain('<p class="alert" role="alert">Your card was declined.</p>')
  expect(declined.text).toContain('Pay £15.00')
  expect(paid.status).toBe(303)
})

test('a card that asks its holder shows the question, also after a reload, and pays when confirmed', async () => {
  const local = await standIn()
  const { id, url } = await openSession(local)

  const asked = await submit(url, card('4000 0025 0000 3155'))
  const reloaded = await visit(url)
  const confirmed = await submit(url, { bank: 'confirm' })

  expect(asked.text).toContain('Confirm payment')
  expect(reloaded.text).toContain('Confirm payment')
  expect(confirmed.status).toBe(303)
  expect((await local.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('a holder who refuses comes back to the form with a sentence, and nothing is taken', async () => {
  const local = await standIn()
  const { id, url } = await openSession(local)

  await submit(url, card('4000002500003155'))
  const refused = await submit(url, { bank: 'refuse' })

  expect(refused.text).toContain('unable to authenticate your payment method')
  expect((await local.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect((await local.stripe.charges.list()).data).toEqual([])
})

test('confirming what was never asked pays nothing', async () => {
  const local = await standIn()
  const { id, url } = await openSession(local)

  const answer = await submit(url, { bank: 'confirm' })

  expect(answer.text).toContain('There is nothing to confirm.')
  expect((await local.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('unpaid')
})

test('a number that is no card number is refused', async () => {
  const local = await standIn()
  const { url } = await openSession(local)

  expect((await submit(url, card('1234567890123456'))).text).toContain('Your card number is incorrect.')
})

test('paying twice and paying too late each show a sentence, and charge nothing', async () => {
  const local = await standIn()
  const first = await openSession(local)
  const second = await openSession(local)

  await submit(first.url, card('4242424242424242'))
  const again = await submit(first.url, card('4242424242424242'))
  await local.advance(DAY)
  const late = await submit(second.url, card('4242424242424242'))

  expect(again.text).toContain('This payment has been made. You have not been charged again.')
  expect(late.text).toContain('This payment page has expired.')
  expect((await local.stripe.charges.list()).data).toHaveLength(1)
})

test('an unknown page says so', async () => {
  const local = await standIn()

  expect(await visit(`${local.url}/c/pay/cs_test_nope`)).toMatchObject({ status: 404 })
  expect(await visit(`${local.url}/anything`)).toMatchObject({ status: 404 })
})

test('behind another server the pages keep to the address that the browser uses', async () => {
  const local = await standIn({ publicUrl: 'http://localhost:4000/stripe' })
  const { id, url } = await openSession(local)

  const { text } = await visit(`${local.url}/stripe/c/pay/${id}`)

  expect(url).toBe(`http://localhost:4000/stripe/c/pay/${id}`)
  expect(text).toContain(`action="/stripe/c/pay/${id}"`)
  expect(text).toContain('href="/stripe/assets/page.css"')
})
