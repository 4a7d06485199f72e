"""What guest programs find without declaring it: the packages codemode, tools, API and MCP, namespaces, and what is kept between cells."""
