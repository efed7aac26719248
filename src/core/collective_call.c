/* collective_call.c: reading a collective's links and library from the scenario. */
#include "core/collective_call.h"

#include "core/order.h"

static double rails_rate(const struct group *group, const struct scenario *scenario, const struct fabric_shares *fabric)
{
    const double efficiency = scenario->cluster.nic.efficiency;
    if (group->members == 1) {
        return group->nic * lesser(efficiency, fabric->alone);
    }
    return group->nic * efficiency * (scenario->execution.ring == RING_RAIL ? group_rails(group) : 1);
}

/* RCCL has none of what came to NCCL late; engines call NCCL for what they have no kernels for. */
static bool calls_nccl(const struct scenario *scenario)
{
    return scenario->execution.library != LIBRARY_RCCL && !generation_is_amd(scenario->gpu.generation);
}

struct call collective_call(enum collective_op op, double size, const struct group *group,
                            const struct scenario *scenario)
{
    const struct cluster *cluster = &scenario->cluster;
    const struct fabric_shares *fabric = fabric_shares(cluster->nic.fabric);
    const double share = collective_bytes_sent(op, 1, group->ranks);
    const int steps = ring_steps(op, group->ranks);
    return (struct call){
        .op = op,
        .size = size,
        .share = share,
        .wire = share * size,
        .ranks = group->ranks,
        .communicator = group->communicator > 0 ? group->communicator : group->ranks,
        .members = group->members,
        .domains = group->domains,
        .steps = steps,
        .crossings = ring_crossings(steps, group->ranks, group->domains),
        .floor = cluster->scaleup.floor,
        .hop = cluster->scaleup.latency,
        .crossing = cluster->nic.latency,
        .rate = scaleup_rate(cluster, group),
        .rails = rails_rate(group, scenario, fabric),
        .nic = group->nic_pairwise,
        .kind = cluster->scaleup.kind,
        .nccl = calls_nccl(scenario),
        .rail = scenario->execution.ring == RING_RAIL,
        .in_switch = scenario->execution.in_switch,
        .generation = scenario->gpu.generation,
        .lines = collective_lines(scenario->gpu.generation, cluster->scaleup.kind),
        .fabric = fabric,
    };
}

bool call_adds_in_switch(const struct call *call)
{
    return call->in_switch && !call->fabric->switchless && call->lines->in_switch.share > 0 &&
           call->members >= IN_SWITCH_LEAST_MEMBERS;
}

bool call_left_to_switch(const struct call *call)
{
    return call->op == OP_ALL_REDUCE && call->domains > 1 && call->members > IN_SWITCH_NODE &&
           call_adds_in_switch(call);
}
