/* latent.c: widths and products of latent attention. */
#include "core/latent.h"

#include "core/device.h"

/* Bytes per value: a pass that rotates reads and writes both halves; one that builds reads and writes. Counted. */
static const double ROTATE_BYTES = 4.0;
static const double BUILD_BYTES = 2.0;

struct latent latent_of(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const double heads = (double)model->heads / scenario->strategy.tp;
    const double built = 2.0 * model->nope_dim + model->rope_dim + 2.0 * model->v_dim;
    return (struct latent){
        .query = heads * (model->nope_dim + model->rope_dim),
        .key_value = heads * (model->nope_dim + model->v_dim),
        .value = heads * model->v_dim,
        .low = (double)model->q_lora + model->kv_lora,
        .assembly = heads * (ROTATE_BYTES * model->rope_dim + BUILD_BYTES * built),
    };
}

static struct product product_of(const struct product *like, double rows, double n, double k)
{
    struct product product = *like;
    product.rows = rows;
    product.n = n;
    product.k = k;
    return product;
}

static int up_products(struct product products[LATENT_UP_PRODUCTS], const struct transformer *model,
                       const struct latent *latent, const struct product *like)
{
    products[0] = product_of(like, like->rows, latent->key_value, model->kv_lora);
    if (model->q_lora <= 0) {
        return 1;
    }
    products[1] = product_of(like, like->rows, latent->query, model->q_lora);
    return 2;
}

int latent_products(struct product products[LATENT_PRODUCTS], const struct scenario *scenario,
                    const struct latent *latent, const struct product *like)
{
    const struct transformer *model = &scenario->model;
    const double rows = scenario->strategy.sp ? like->rows / scenario->strategy.tp : like->rows;
    int count = up_products(products, model, latent, like);
    products[count++] = product_of(like, rows, model->kv_lora + model->rope_dim, model->hidden);
    products[count++] = model->q_lora > 0 ? product_of(like, rows, model->q_lora, model->hidden)
                                          : product_of(like, like->rows, latent->query, model->hidden);
    products[count++] = product_of(like, like->rows, model->hidden, latent->value);
    return count;
}

double latent_up_time(const struct scenario *scenario, const struct latent *latent, const struct product *like)
{
    struct product products[LATENT_UP_PRODUCTS];
    const int count = up_products(products, &scenario->model, latent, like);
    double time = like->rows * latent->assembly / device_stream_rate(&scenario->gpu);
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, scenario->strategy.precision);
    for (int i = 0; i < count; i++) {
        time += product_time(&rates, &products[i]).forward;
    }
    return time;
}
