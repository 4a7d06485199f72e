"""Plain Python functions as tools, orchestrated by one Go program that a model writes.

Without OPENAI_API_KEY a script answers instead of a model, so that the example runs anywhere.
"""

import asyncio
import os

from codemode import CodeModeUTCP, FunctionSource, OpenAIModel, ScriptedModel

CITIES = {"Lisbon": (18.5, 0.1), "Oslo": (-3.0, 0.6), "Cairo": (27.0, 0.0)}


def list_cities() -> list[str]:
    """List the cities that the weather service knows."""
    return list(CITIES)


async def get_weather(city: str) -> dict[str, float]:
    """The weather of one city: temperature in degrees Celsius and the probability of rain."""
    await asyncio.sleep(0.1)
    temperature, rain = CITIES[city]
    return {"temperature": temperature, "rain": rain}


SCRIPT = [
    {"needs": True},
    {"tools": ["weather.list_cities", "weather.get_weather"]},
    {
        "code": """
cities := codemode.CallTool("weather.list_cities", nil)
warm := []string{}
var mu sync.Mutex
var wg sync.WaitGroup
for _, city := range cities.([]any) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		w, err := codemode.CallTool("weather.get_weather", map[string]any{"city": city})
		if err == nil && w["temperature"] > 15 && w["rain"] < 0.5 {
			mu.Lock()
			warm = append(warm, city.(string))
			mu.Unlock()
		}
	}()
}
wg.Wait()
sort.Strings(warm)
__out = warm
""",
        "stream": False,
    },
]


async def main() -> None:
    model = OpenAIModel("gpt-5-mini") if os.environ.get("OPENAI_API_KEY") else ScriptedModel(SCRIPT)
    weather = FunctionSource.from_functions(list_cities, get_weather, owner="weather")
    async with CodeModeUTCP(None, model, sources=[weather]) as cm:
        outcome = await cm.call_tool("In which cities does the weather service say it is warm and dry?")
    print(outcome.value)
    for call in outcome.tool_calls:
        print(f"  {call.tool}: {call.status} in {call.ms:.0f} ms")


if __name__ == "__main__":
    asyncio.run(main())
