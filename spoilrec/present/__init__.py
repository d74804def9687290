"""How things look: text, Markdown, JSON, GitHub, SARIF. Rows and findings in, words out; knows no cards."""
