// What other features may use of the analytics.
export { SalesAnalytics } from './sales-analytics.tsx'
