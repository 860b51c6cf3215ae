import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { analyticsFile, partsFile } from '#frontend/features/analytics/analytics-file.ts'
import { niceTop } from '#frontend/features/analytics/revenue-chart.tsx'
import { SalesAnalytics } from '#frontend/features/analytics/sales-analytics.tsx'
import { api } from '#schema/api/all.ts'
import { SalesAnalytics as Contract } from '#schema/api/analytics.ts'
import { aPicture, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { shapesShown } from '#test/support/frontend/shapes-shown.ts'

const someSales = (override: Partial<Record<keyof Contract, unknown>> = {}) =>
  Contract.parse({
    window: 'month',
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-02-01T00:00:00.000Z',
    revenuePence: 4500,
    earningsPence: 4050,
    orderCount: 3,
    photoCount: 89,
    downloadCount: 4,
    recentOrders: [
      {
        orderNumber: 'DS-1',
        paidAt: '2030-01-20T10:00:00.000Z',
        photoTitles: ['Sunset'],
        morePhotos: 0,
        revenuePence: 1500,
        earningsPence: 1350,
        isRefunded: false,
      },
    ],
    topPhotos: [
      {
        photoId: photoId(1),
        title: 'Sunrise',
        soldCount: 2,
        revenuePence: 3000,
        earningsPence: 2700,
        picture: null,
      },
    ],
    series: [
      { date: '2030-01-19', revenuePence: 3000, earningsPence: 2700, orderCount: 2 },
      { date: '2030-01-20', revenuePence: 1500, earningsPence: 1350, orderCount: 1 },
    ],
    byOffer: [
      { offer: 'alone', ...part(2, 3_000, 0) },
      { offer: 'steps', ...part(2, 2_000, 500) },
    ],
    byCode: [
      { kind: 'own', code: 'Summer 10', ...part(1, 2_000, 500) },
      { kind: 'site', code: null, ...part(1, 1_000, 0) },
      { kind: 'none', code: null, ...part(1, 2_000, 0) },
    ],
    ...override,
  })
const part = (orderCount: number, paidPence: number, returnedPence: number) => {
  const revenuePence = paidPence - returnedPence
  return { orderCount, paidPence, returnedPence, revenuePence, earningsPence: revenuePence * 0.9 }
}
const setup = (sales = someSales()) => {
  const asked = mockEndpoint(api.analytics.endpoints.sales, sales)
  renderPage(<SalesAnalytics />, { user: ada })
  return { asked, user: userEvent.setup() }
}

test('four numbers, the latest orders and the best sellers of the last month', async () => {
  const { asked } = setup()

  await screen.findByText('£40.50')
  for (const label of ['Total Revenue', 'Your earnings', 'Orders', 'Total Photos', 'Downloads'])
    expect(screen.getAllByText(label).length).toBeGreaterThanOrEqual(1)
  expect(within(screen.getByRole('region', { name: 'Recent Orders' })).getByText('Sunset')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Top Selling Photos' })).getByText('2 sold')).toBeDefined()
  expect(asked.requests.map((request) => request.query.window)).toEqual(['month'])
  expect(screen.getByLabelText<HTMLSelectElement>('Time range').value).toBe('month')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Last 7 days',
    'Last month',
    'Last year',
  ])
})

test('the lists count as the revenue above them does, and say of each row what of it the photographer earns', async () => {
  setup()
  await screen.findByText('2 sold')
  const rowsOf = (list: string) =>
    within(screen.getByRole('region', { name: list }))
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  for (const list of ['Recent Orders', 'Top Selling Photos'])
    expect(
      within(screen.getByRole('region', { name: list })).getByText('What buyers paid, less what was given back.'),
    ).toBeDefined()
  expect(rowsOf('Recent Orders')).toEqual([expect.stringMatching(/^Sunset.*Your earnings: £13\.50£15\.00$/)])
  expect(rowsOf('Top Selling Photos')).toEqual(['Sunrise2 soldYour earnings: £27.00£30.00'])
})

test('an answer of the last release has the earnings alone in its rows, and they are called so', async () => {
  const { recentOrders, topPhotos } = someSales()
  setup(
    someSales({
      recentOrders: recentOrders.map(({ earningsPence: _, ...order }) => order),
      topPhotos: topPhotos.map(({ earningsPence: _, ...photo }) => photo),
    }),
  )
  await screen.findByText('2 sold')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringMatching(/Your earnings: £15\.00$/),
    expect.stringMatching(/Your earnings: £30\.00$/),
  ])
})

test('a best seller keeps its shape', async () => {
  const picture = aPicture({ width: 1_500, height: 2_000 })
  const tower = { photoId: photoId(1), title: 'Tower', soldCount: 2, revenuePence: 3000, earningsPence: 2700, picture }
  setup(someSales({ topPhotos: [tower] }))
  await screen.findByText('2 sold')
  expect(shapesShown()).toEqual([0.75])
})

test('the chart’s numbers can be read as a table', async () => {
  setup()

  const table = within(await screen.findByRole('table', { name: 'Revenue by day, in UTC' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayRevenueOrders',
    '19 Jan£30.002',
    '20 Jan£15.001',
  ])
})

test('another window is asked for and kept in the address', async () => {
  const { asked, user } = setup()
  await screen.findByText('£40.50')

  await user.selectOptions(screen.getByLabelText('Time range'), 'year')

  await waitFor(() => expect(asked.requests.at(-1)?.query.window).toBe('year'))
  expect(screen.getByTestId('address').textContent).toBe('/?window=year')
})

test('without sales each list says so', async () => {
  setup(someSales({ revenuePence: 0, earningsPence: 0, orderCount: 0, recentOrders: [], topPhotos: [], series: [] }))

  for (const sentence of [
    'No orders in this time period',
    'No photo sales in this time period',
    'No sales data available',
  ])
    expect(await screen.findByText(sentence)).toBeDefined()
})

test('numbers that cannot be loaded are said in their place, without a toast, and can be asked for again', async () => {
  mockEndpoint(api.analytics.endpoints.sales, { refuse: 'too_many_requests' })
  renderPage(<SalesAnalytics />, { user: ada })

  expect(await screen.findByText('No sales data available')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  mockEndpoint(api.analytics.endpoints.sales, someSales())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('£40.50')).toBeDefined()
})

test('the file ends with the total that the screen shows', () => {
  expect(analyticsFile(someSales()).trimEnd().split('\r\n').at(-1)).toBe('Total,45.00,40.50,3')
})

test.each([
  [0, 1_000],
  [1_350, 2_000],
  [2_001, 2_500],
  [87_840, 100_000],
])('for a highest bar of %i pence the chart ends at %i', (highest, top) => {
  expect(niceTop(highest)).toBe(top)
})

test('what was sold by each offer and with each code stands in two tables that add up to the revenue', async () => {
  setup()
  await screen.findByText('Cheaper together')
  const offers = within(screen.getByRole('region', { name: 'Revenue by offer' })).getAllByRole('row')
  expect(offers.map((row) => row.textContent)).toEqual([
    'SoldOrdersPaidGiven backRevenueYour earnings',
    'Each at its own price2£30.00£0.00£30.00£27.00',
    'Cheaper together£5.00 given back2£20.00£5.00£15.00£13.50',
  ])
  const codes = within(screen.getByRole('region', { name: 'Revenue by discount code' })).getAllByRole('row')
  expect(codes.map((row) => row.textContent)).toEqual([
    'CodeOrdersPaidGiven backRevenueYour earnings',
    'Summer 10£5.00 given back1£20.00£5.00£15.00£13.50',
    'A code of Darkslide1£10.00£0.00£10.00£9.00',
    'Without a code1£20.00£0.00£20.00£18.00',
  ])
})

test('offers and codes are a file of their own, and a code that begins like a formula is text there', () => {
  const { byOffer, byCode } = someSales({ byCode: [{ kind: 'own', code: '=SUM(A1)', ...part(1, 4_500, 0) }] })
  const lines = partsFile({ byOffer, byCode }).split('\r\n')
  expect(lines[1]).toBe('Offer,Each at its own price,2,30.00,0.00,30.00,27.00')
  expect(lines[3]).toBe("Code,'=SUM(A1),1,45.00,0.00,45.00,40.50")
})
