/** "RFDB": tells a database of ours from another program's. */
export const APPLICATION = 0x52464442
