// What pages may use of the analytics.
export { SalesAnalytics } from './sales-analytics.tsx'
